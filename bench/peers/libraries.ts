import type { FloatType } from "../../kernels/float_types.ts";
import { PYTHON, runProgram } from "../program.ts";
import { openCephes } from "./cephes.ts";
import type { AbsentPeer, Peer, PeerSetting } from "./peer.ts";
import { type Library, openLibrary } from "./program_peer.ts";
import { openStdlib } from "./stdlib.ts";

/** Opens a library, or says why it cannot be run here. */
export type OpenPeer = (setting: PeerSetting) => Promise<Peer | AbsentPeer>;

const FLOATS: readonly FloatType[] = ["float64", "float32"];
const PEERS = "deno task peers FOLDER, then SPECOL_PYTHON=FOLDER/bin/python";

function inFolder(name: string): string {
  return `${import.meta.dirname}/${name}`;
}

function python(script: string): Library["command"] {
  return () => Promise.resolve([PYTHON, "-B", inFolder(script)]); // -B: leaves no __pycache__
}

/** Compiles a program in C++ for this processor, as the binaries of the Python libraries are. */
function cpp(source: string, ...options: readonly string[]): Library["command"] {
  return async (folder) => {
    const program = `${folder}/${source}.out`;
    const args = ["-O2", "-march=native", ...options, inFolder(source), "-o", program];
    await runProgram({ command: "g++", args });
    return [program];
  };
}

async function cargo(): Promise<readonly [string]> {
  const folder = inFolder("pxfm");
  const args = ["build", "--quiet", "--release", "--locked", "--manifest-path"];
  await runProgram({ command: "cargo", args: [...args, `${folder}/Cargo.toml`] });
  return [`${folder}/target/release/pxfm_peer`];
}

/**
 * Options for a newer Boost.Math than the system has: SPECOL_BOOST names a clone of its repository,
 * in a folder that is named after its version.
 */
function newerBoost(): string[] {
  const folder = Deno.env.get("SPECOL_BOOST")?.replace(/\/$/, "");
  if (folder === undefined) return [];
  const version = folder.replace(/^.*\/(boost-)?/, "");
  return ["-DBOOST_MATH_STANDALONE", `-DVERSION="${version}"`, "-I", `${folder}/include`];
}

const LIBRARIES = {
  scipy: { name: "SciPy", install: PEERS, types: FLOATS, command: python("scipy_peer.py") },
  torch: { name: "PyTorch", install: PEERS, types: FLOATS, command: python("torch_peer.py") },
  jax: { name: "JAX", install: PEERS, types: FLOATS, command: python("jax_peer.py") },
  tensorflow: {
    name: "TensorFlow",
    install: PEERS,
    types: FLOATS,
    command: python("tensorflow_peer.py"),
  },
  r: {
    name: "R",
    install: "apt-get install -y r-base-core",
    types: ["float64"],
    command: () => Promise.resolve(["Rscript", "--vanilla", inFolder("r_peer.R")]),
  },
  boost: {
    name: "Boost.Math",
    install: "apt-get install -y g++ libboost-math-dev, or SPECOL_BOOST=FOLDER/boost-1.91.0",
    types: ["float64"],
    command: cpp("boost_peer.cpp", ...newerBoost()),
  },
  glibc: {
    name: "glibc",
    install: "apt-get install -y g++",
    types: ["float64"],
    command: cpp("glibc_peer.cpp"),
  },
  pxfm: {
    name: "pxfm",
    install: "https://rustup.rs, which brings cargo",
    types: ["float64"],
    command: cargo,
  },
} as const satisfies Record<string, Library>;

function opener(library: Library): OpenPeer {
  return (setting) => openLibrary(library, setting);
}

/** Libraries for arrays, as ours: those of the matrix. */
export const RIVALS: readonly OpenPeer[] = [LIBRARIES.scipy, LIBRARIES.torch, LIBRARIES.jax]
  .map(opener);

const openTensorflow = opener(LIBRARIES.tensorflow);

/** Libraries whose accuracy the report measures. */
export const MEASURED: readonly OpenPeer[] = [...RIVALS, openTensorflow];

/** Libraries of other ecosystems, most of them for single numbers. */
export const OTHERS: readonly OpenPeer[] = [
  openTensorflow,
  ...[LIBRARIES.r, LIBRARIES.boost, LIBRARIES.glibc, LIBRARIES.pxfm].map(opener),
  openStdlib,
  openCephes,
];
