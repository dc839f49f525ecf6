import { STYLE } from "./picture_style.ts";

/** A piece of a picture, as text. */
export type Svg = string;

/** An element with its attributes; numbers are cut to a tenth, which no eye misses. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  ...children: readonly Svg[]
): Svg {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) =>
      ` ${key}="${typeof value === "number" ? short(value) : escapeText(value!)}"`
    )
    .join("");
  return children.length === 0
    ? `<${name}${written}/>`
    : `<${name}${written}>${children.join("")}</${name}>`;
}

/** Words at a place. */
export function words(
  content: string,
  { x, y, ...rest }: {
    x: number;
    y: number;
    class?: string;
    "text-anchor"?: string;
    transform?: string;
  },
): Svg {
  return element("text", { x, y, ...rest }, escapeText(content));
}

/** A number with at most one decimal. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A whole picture with the project's colours, for light and for dark pages. */
export function picture(
  { width, height, title }: { width: number; height: number; title: string },
  ...content: readonly Svg[]
): Svg {
  const root = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${width} ${height}`,
    ...{ width, height, role: "img" },
  };
  return `${
    element(
      "svg",
      root,
      element("title", {}, escapeText(title)),
      element("style", {}, STYLE),
      element("rect", { class: "page", width, height, rx: 6 }),
      ...content.map((part) => `\n${part}`),
    )
  }\n`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
