import { type Instance, makeInstance } from "../../../kernels/instance.ts";
import { compile } from "./compile.ts";

// Takes the place of kernels/engine.ts for expressions in the npm package.

let instance: Instance | undefined;

/** The instance that computes expressions. */
export function openInstance(): Instance {
  return instance ??= makeInstance(compile("expression"));
}
