/** Colours by what they are for. */
type Palette = Readonly<Record<string, string>>;

// Blue, orange, purple and green after Okabe and Ito, which people of every colour vision can distinguish:
// darker on light pages, lighter on dark ones. The page is drawn too: a viewer that takes a dark
// picture onto a light page, or the other way round, shows it all the same.

const LIGHT: Palette = {
  page: "#ffffff",
  panel: "#f3f5f7",
  band: "#fbe3de",
  line: "#d3d8de",
  strongLine: "#8c959f",
  text: "#24292f",
  muted: "#57606a",
  loss: "#b3261e",
  specol: "#0072b2",
  SciPy: "#d98200",
  PyTorch: "#b0418a",
  JAX: "#00805c",
  other: "#7d8590",
  "far-behind": "#b3261e",
  behind: "#f4b5a8",
  even: "#e6ebf0",
  ahead: "#bfdaee",
  "well-ahead": "#86bce2",
  "far-ahead": "#0a659c",
};

const DARK: Palette = {
  page: "#0d1117",
  panel: "#171c23",
  band: "#43211f",
  line: "#343b45",
  strongLine: "#6e7681",
  text: "#e6edf3",
  muted: "#9da7b3",
  loss: "#ff8a75",
  specol: "#56b4e9",
  SciPy: "#f0a830",
  PyTorch: "#e08cc0",
  JAX: "#4cc9a0",
  other: "#8b949e",
  "far-behind": "#ff8a75",
  behind: "#7c3329",
  even: "#222a34",
  ahead: "#1d3d57",
  "well-ahead": "#235f8a",
  "far-ahead": "#7cc4f2",
};

const SHAPES = `
text{font:12px -apple-system,"Segoe UI","Helvetica Neue",Helvetica,Arial,"DejaVu Sans",sans-serif}
.title{font-size:15px;font-weight:600}.small{font-size:11px}.tiny{font-size:8.5px}.code{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:10px}.strong{font-weight:600}
.grid,.strong-grid,.dot,.mark,.stem{fill:none}
.dot{stroke-width:4;stroke-linecap:round}.mark{stroke-width:1.3}.stem{stroke-width:3;opacity:.22}
`.trim();

/** The style of every picture: plain rules without variables, which not every viewer knows. */
const STYLE: string = `
${SHAPES}
${rules(LIGHT)}
@media (prefers-color-scheme:dark){
${rules(DARK)}
}
`;

function rules(palette: Palette): string {
  const { page, panel, band, line, strongLine, text, muted, loss } = palette;
  const libraries = ["specol", "SciPy", "PyTorch", "JAX", "other"].map((name) =>
    `.dot.${name},.mark.${name},.stem.${name}{stroke:${palette[name]}}.bar.${name}{fill:${
      palette[name]
    }}`
  );
  const shades = ["far-behind", "behind", "even", "ahead", "well-ahead", "far-ahead"].map((name) =>
    `.cell.${name}{fill:${palette[name]}}`
  );
  return [
    `text{fill:${text}}.small,.tiny{fill:${muted}}.on{fill:${page}}.tiny.loss{fill:${loss}}`,
    `.page{fill:${page}}.panel{fill:${panel}}.band{fill:${band}}`,
    `.grid{stroke:${line}}.strong-grid{stroke:${strongLine}}`,
    ...libraries,
    shades.join(""),
  ].join("\n");
}

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
    width,
    height,
    role: "img",
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
