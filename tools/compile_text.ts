import { type Compiled, compileProgram } from "../plan/expression/compile_program.ts";
import { Graph } from "../plan/expression/graph.ts";
import { ExpressionParser } from "../plan/expression/parse_expression.ts";
import { Resolver } from "../plan/expression/resolve.ts";

/** Compiles an expression in columns of these names; `cells` are the columns that "S*" chooses. */
export function compileText(
  text: string,
  { names, cells = [] }: { readonly names: readonly string[]; readonly cells?: readonly number[] },
): Compiled {
  const resolver = new Resolver(text, new Graph(), {
    find: (name) => names.includes(name) ? names.indexOf(name) : undefined,
    findNumber: (number) => number - 1,
    select: () => cells,
    earlier: new Map(),
    unknown: (name) => new Error(`Unknown name ${name}`),
  });
  return compileProgram([resolver.resolve(new ExpressionParser(text).program().value)]);
}
