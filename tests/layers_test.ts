import { assert, assertEquals } from "@std/assert";

// Which room may import which. An edge that is not here needs a reason, and a change of this table.
// "types" after a colon means that only types may be imported, which leave nothing at run time.
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  "mod.ts": ["functions", "plan", "streams", "webgpu"],
  "cli.ts": ["dist"],
  arrow: ["formats:types", "functions", "kernels", "streams"],
  commands: ["formats", "functions", "io", "kernels", "pipeline", "plan", "webgpu", "deno.json"],
  fit: [],
  streams: ["formats", "functions", "io", "kernels", "plan"],
  pipeline: ["fit", "formats", "functions", "io", "kernels", "plan", "threads", "webgpu"],
  plan: ["fit", "formats:types", "functions", "kernels"],
  formats: ["io", "kernels"],
  threads: ["dist", "io", "kernels"],
  io: [],
  webgpu: ["functions", "kernels"],
  functions: ["kernels"],
  testing: ["functions", "kernels"],
  kernels: [],
  dist: ["commands:types"], // the declaration of what is generated from commands
};

// The rooms that are not published, and those of each other that they may import. All of them may
// import any shipped file.
const UNSHIPPED: Readonly<Record<string, readonly string[]>> = {
  support: [],
  bench: ["support"],
  tools: ["support", "bench"],
  tests: ["support", "bench", "tools"],
};

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly typesOnly: boolean;
  /** Whether it is imported only when it is needed: by `import()`. */
  readonly isLazy: boolean;
}

const ROOT = new URL("../", import.meta.url);
const IMPORT =
  /^(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm;
const ONLY_TYPES = /^\w+\s*\{(?:\s*type\s[^,}]+,?)+\s*\}/;

function roomOf(path: string): string {
  return path.split("/")[0];
}

/** The sources of a folder, and of those in it, without what AssemblyScript compiles. */
function listSources(folder: string): string[] {
  return [...Deno.readDirSync(new URL(folder, ROOT))].flatMap(({ name, isDirectory }) => {
    const path = folder + name;
    if (isDirectory) return path === "kernels/assembly" ? [] : listSources(`${path}/`);
    return path.endsWith(".ts") ? [path] : [];
  });
}

function importsOf(path: string): Edge[] {
  const text = Deno.readTextFileSync(new URL(path, ROOT));
  return Array.from(text.matchAll(IMPORT), ([all, type, now, later]) => ({
    from: path,
    to: new URL(now ?? later, new URL(path, ROOT)).href.slice(ROOT.href.length),
    typesOnly: path.endsWith(".d.ts") || type !== undefined || ONLY_TYPES.test(all),
    isLazy: later !== undefined,
  }));
}

const ROOMS = Object.keys(ALLOWED);
const SOURCES = ROOMS.flatMap((room) => room.endsWith(".ts") ? [room] : listSources(`${room}/`));
const EDGES = SOURCES.flatMap(importsOf);

Deno.test("rooms import only the rooms that they may", () => {
  const wrong = EDGES.filter(({ from, to, typesOnly }) => {
    const [room, other] = [roomOf(from), roomOf(to)];
    const allowed = ALLOWED[room];
    return room !== other && !allowed.includes(other) &&
      !(typesOnly && allowed.includes(`${other}:types`));
  });
  const lines = wrong.map(({ from, to, typesOnly }) =>
    `${roomOf(from)} -> ${roomOf(to)}: ${from} imports ${to}${typesOnly ? " (types)" : ""}`
  );
  assertEquals(lines, []);
});

Deno.test("benchmarks do not import tools, tools do not import tests, and all share support/", () => {
  const wrong = Object.keys(UNSHIPPED).flatMap((room) => listSources(`${room}/`)).flatMap(importsOf)
    .filter(({ from, to }) => {
      const [room, other] = [roomOf(from), roomOf(to)];
      return room !== other && other in UNSHIPPED && !UNSHIPPED[room].includes(other);
    });
  assertEquals(wrong.map(({ from, to }) => `${from} imports ${to}`), []);
});

Deno.test("every edge that is allowed between rooms is used", () => {
  const used = new Set(EDGES.map(({ from, to }) => `${roomOf(from)} -> ${roomOf(to)}`));
  const unused = Object.entries(ALLOWED).flatMap(([room, others]) =>
    others.map((other) => `${room} -> ${other.replace(":types", "")}`)
  ).filter((edge) => !used.has(edge));
  assertEquals(unused, []);
});

Deno.test("no two rooms need each other at run time, and no two files while they are loaded", () => {
  const byValue = EDGES.filter(({ from, to, typesOnly }) => !typesOnly && from !== to);
  const rooms = byValue.map(({ from, to }) => [roomOf(from), roomOf(to)] as const);
  assertEquals(findCycle(rooms.filter(([from, to]) => from !== to)), undefined);
  // The registry of formats loads a reader when it is needed, and a reader may ask the registry.
  const loaded = byValue.filter(({ isLazy }) => !isLazy);
  assertEquals(findCycle(loaded.map(({ from, to }) => [from, to] as const)), undefined);
});

Deno.test("the picture in docs/architecture.md has the allowed edges", () => {
  const page = Deno.readTextFileSync(new URL("docs/architecture.md", ROOT));
  const drawn = Array.from(
    page.matchAll(/^ {2}(\w+) (-->|-\.->) (\w+)$/gm),
    ([, from, arrow, to]) => `${from} -> ${to}${arrow === "-->" ? "" : ":types"}`,
  );
  // The text describes generated files and the files at the top.
  const isDrawn = (name: string) => !name.includes(".") && name !== "dist";
  const expected = Object.entries(ALLOWED).filter(([room]) => isDrawn(room)).flatMap((
    [room, others],
  ) => others.filter(isDrawn).map((other) => `${room} -> ${other}`));
  assertEquals(drawn.sort(), expected.sort());
});

Deno.test("the graph of imports is read: it has the edges that are known to be there", () => {
  assert(SOURCES.length > 150 && EDGES.length > 500, `${SOURCES.length}, ${EDGES.length}`);
  const has = (from: string, to: string, typesOnly: boolean) =>
    EDGES.some((edge) => edge.from === from && edge.to === to && edge.typesOnly === typesOnly);
  assert(has("functions/lgamma.ts", "kernels/float_types.ts", true));
  assert(has("kernels/compile.ts", "kernels/module.js", false));
  assert(has("threads/lazy_pool.ts", "threads/pool.ts", false), "import() counts");
});

/** The files that importing one loads, with that of each type and what is generated. */
function loadedBy(path: string): string[] {
  const loaded = new Set([path]);
  for (const from of loaded) {
    for (const { to } of EDGES.filter((edge) => edge.from === from)) loaded.add(to);
  }
  return [...loaded];
}

Deno.test("a program that imports lgamma loads the kernels and nothing else, in 18 files at most", () => {
  const loaded = loadedBy("functions/lgamma.ts");
  assert(loaded.length <= 18, `${loaded.length} files: ${loaded.join(", ")}`);
  assert(loaded.includes("kernels/module.js"));
  assertEquals(loaded.filter((path) => !["functions", "kernels"].includes(roomOf(path))), []);
  const scripts = loaded.filter((path) => path !== "kernels/module.js");
  // Comments may speak of Deno.
  const code = scripts.map((path) => Deno.readTextFileSync(new URL(path, ROOT)))
    .join("\n").replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "");
  assertEquals(code.match(/\bDeno\b|"node:|"npm:|"jsr:|\bnew Worker\b|\bimport\(/g), null);
});

// The rooms of kernels/assembly, from the bottom up: a room may import only those before it, and
// memory_map.ts. The gamma family is three rooms that need each other: polygamma of orders 0 to 2
// and multigammaln of dimension 1 are the kernels of gamma/, which in turn ends the accurate phase
// of all three.
const ASSEMBLY_ROOMS: readonly string[] = [
  "memory_map.ts",
  "columns",
  "arithmetic",
  "rounding",
  "elementary",
  "tables",
  "batch",
  "bessel",
  "gamma, polygamma, multigammaln",
  "expression",
  "text",
  "groups",
  "value_and_grad.ts",
  "scalar.ts",
  "index.ts",
  "probe",
];
/** Families, which may not import each other. */
const FAMILIES: readonly string[] = ["bessel", "gamma, polygamma, multigammaln", "text"];

function assemblyRoom(path: string): number {
  const [room] = path.split("/");
  return ASSEMBLY_ROOMS.findIndex((name) => name.split(", ").includes(room));
}

Deno.test("rooms of kernels/assembly import only rooms below them, and families not each other", () => {
  const folder = "kernels/assembly/";
  const sources = listFiles(folder).filter((path) => path.endsWith(".ts"));
  assert(sources.length > 100, `${sources.length}`);
  const wrong = sources.flatMap((from) => {
    const text = Deno.readTextFileSync(new URL(from, ROOT));
    return Array.from(
      text.matchAll(/^(?:import|export)\s[^"';]*?from\s+"(\.[^"]+)"/gm),
      ([, to]) => {
        const path = new URL(`${to}.ts`, new URL(from, ROOT)).href.slice(ROOT.href.length);
        const [room, other] = [from, path].map((name) => assemblyRoom(name.slice(folder.length)));
        const families = [room, other].map((i) => FAMILIES.includes(ASSEMBLY_ROOMS[i]));
        const areApart = room !== other && families[0] && families[1];
        return room < 0 || other < 0 || other > room || areApart ? `${from} imports ${path}` : "";
      },
    );
  });
  assertEquals(wrong.filter((text) => text !== ""), []);
});

/** What comments and pages call files: `engine.ts`, `tools/arrow_samples.py`, but not Node.js. */
const FILE_NAME = /(?<![\w$*}./-])(?:[\w-]+\/)*[\w-]+\.(?:ts|py|md)\b(?!["'`]\))/g;

/** docs/adding_a_function.md explains how to write this one. */
const TO_BE_WRITTEN = "functions/erfcx.ts";

/** What `deno task npm` and `deno task web` make, which Git ignores. */
const MADE = ["./npm/", "./web/dist/"];

/** The paths of all files of a folder. */
function listFiles(folder: string): string[] {
  if (MADE.includes(folder)) return [];
  return [...Deno.readDirSync(new URL(folder, ROOT))].flatMap(({ name, isDirectory }) => {
    if (name.startsWith(".") || name === "node_modules") return [];
    return isDirectory ? listFiles(`${folder}${name}/`) : [folder + name];
  });
}

Deno.test("comments and pages name only files that exist", () => {
  const files = listFiles("./").map((path) => path.slice(2));
  const sources = files.filter((path) => /\.(ts|md)$/.test(path) && !path.startsWith("dist/"));
  const wrong = sources.flatMap((path) => {
    const text = Deno.readTextFileSync(new URL(path, ROOT));
    const comments = path.endsWith(".md")
      ? [text]
      : text.match(/\/\*\*[^]*?\*\/|(?<=^|[ ;{])\/\/ .*/gm) ?? [];
    const names = comments.flatMap((comment) => comment.match(FILE_NAME) ?? []);
    return names.filter((name) => name !== TO_BE_WRITTEN)
      .filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
      .map((name) => `${path} names ${name}`);
  });
  assertEquals(wrong, []);
  assert(files.includes("kernels/engine.ts") && sources.length > 300, `${sources.length}`);
});

/** A way from a node back to itself, if there is one. */
function findCycle(edges: readonly (readonly [string, string])[]): string | undefined {
  const next = Map.groupBy(edges, ([from]) => from);
  const done = new Set<string>();
  function walk(node: string, path: readonly string[]): string | undefined {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node].join(" -> ");
    if (done.has(node)) return undefined;
    for (const [, to] of next.get(node) ?? []) {
      const found = walk(to, [...path, node]);
      if (found !== undefined) return found;
    }
    done.add(node);
  }
  for (const node of next.keys()) {
    const found = walk(node, []);
    if (found !== undefined) return found;
  }
}
