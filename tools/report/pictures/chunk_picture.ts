import { element, picture, short, type Svg, words } from "./svg.ts";

/** The name of the picture. */
export const CHUNK_PICTURE = "chunk.svg";

const WIDTH = 840;
const HEIGHT = 300;
const MARGIN = 20;

/** The rooms that a chunk walks through. */
const ROOMS: readonly { title: string; place: string; does: readonly string[] }[] = [
  { title: "source", place: "pipeline/", does: ["file or pipe,", "gunzip, unzstd"] },
  { title: "reader", place: "formats/", does: ["whole records,", "batches, elements"] },
  { title: "engine", place: "kernels/, webgpu/", does: ["results, in this", "thread or workers"] },
  { title: "writer", place: "formats/", does: ["in the order", "of the chunks"] },
  { title: "sink", place: "pipeline/", does: ["pipe, or a file that", "gets its name last"] },
];
const ROOM = { top: 50, width: 128, height: 84 };

/** Which chunk each stage has, turn by turn: the stages overlap. */
const STAGES: readonly { name: string; from: number }[] = [
  { name: "read", from: 0 },
  { name: "compute", from: 1 },
  { name: "write", from: 2 },
];
const TURN = { top: 186, left: 110, width: 88, height: 24, count: 8, chunks: 6 };

/** Draws the walk of a chunk through the house, and how the stages of several overlap. */
export function chunkPicture(): Svg {
  const step = (WIDTH - 2 * MARGIN - ROOM.width) / (ROOMS.length - 1);
  const rooms = ROOMS.map(({ title, place, does }, i) => {
    const x = MARGIN + i * step;
    const middle = { x: x + ROOM.width / 2, "text-anchor": "middle" };
    const arrow = i + 1 === ROOMS.length ? "" : arrowAt(x + ROOM.width, x + step);
    return element("rect", {
      class: "panel",
      x,
      y: ROOM.top,
      width: ROOM.width,
      height: ROOM.height,
      rx: 5,
    }) +
      words(title, { ...middle, y: ROOM.top + 22, class: "strong" }) +
      does.map((line, j) => words(line, { ...middle, y: ROOM.top + 41 + 15 * j, class: "small" }))
        .join("") +
      words(place, { ...middle, y: ROOM.top + 76, class: "small code" }) +
      arrow;
  });
  const turns = STAGES.map(({ name, from }, row) => {
    const y = TURN.top + row * (TURN.height + 6);
    const cells = Array.from({ length: TURN.chunks }, (_, chunk) => {
      const x = TURN.left + (chunk + from) * TURN.width;
      return element("rect", {
        class: chunk === 2 ? "bar specol" : "panel",
        x: x + 2,
        y,
        rx: 3,
        width: TURN.width - 4,
        height: TURN.height,
      }) +
        words(`chunk ${chunk + 1}`, {
          x: x + TURN.width / 2,
          y: y + 16,
          "text-anchor": "middle",
          class: chunk === 2 ? "small on" : "small",
        });
    });
    return words(name, { x: TURN.left - 10, y: y + 16, "text-anchor": "end" }) + cells.join("");
  });
  return picture(
    { width: WIDTH, height: HEIGHT, title: "The walk of a chunk through the house" },
    words("The walk of a chunk", { x: MARGIN, y: 28, class: "title" }),
    ...rooms,
    words("Some chunks at a time", { x: MARGIN, y: TURN.top - 14, class: "strong" }),
    ...turns,
    words("time →", { x: WIDTH - MARGIN, y: HEIGHT - 12, "text-anchor": "end", class: "small" }),
  );
}

function arrowAt(from: number, to: number): Svg {
  const y = ROOM.top + ROOM.height / 2;
  const d = `M${short(from + 5)} ${y}H${short(to - 6)}m-6-5l6 5l-6 5`;
  return element("path", { class: "strong-grid", d });
}
