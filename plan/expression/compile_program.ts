import { CONSTANT, INSTRUCTION, OPERATIONS, type Program } from "../../kernels/program.ts";
import { isPowerOfTwo, listNodes, type Node } from "./graph.ts";

/** pi as the sum of three float64, and a bound of the rest. */
const PI = [3.141592653589793, 1.2246467991473532e-16, -2.994769809718339e-33, 1e-48];

/** The mark of a constant that only other constants use. */
const NO_SLOT = 2;

/** A program, and the columns that are its inputs. */
export interface Compiled {
  readonly program: Program;
  /** The indexes of the columns, in the order of the inputs. */
  readonly columns: readonly number[];
}

/** Operations from `sqrt` on are functions. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  Object.entries(OPERATIONS).flatMap(([name, code]) => code < OPERATIONS.sqrt ? [] : [name]),
);

/**
 * Makes one program of several expressions of one graph: what they have in common is computed once.
 */
export function compileProgram(outputs: readonly Node[]): Compiled {
  const order = listNodes(outputs);
  const columns = order.filter(isColumn).map(({ value }) => value);
  const inputs = new Map(columns.map((column, i) => [column, i]));
  const lastUses = findLastUses(order);
  // There may be as many results as columns.
  // Node.js 20 has no Map.groupBy.
  const uses = new Map<Node, number[]>();
  outputs.forEach((node, i) => uses.set(node, [...uses.get(node) ?? [], i]));

  const length = order.length + outputs.length;
  const code = new Int32Array(length * INSTRUCTION);
  const constants = new Float64Array(length * CONSTANT);
  const isConstant = findConstants(order);
  const withBlock = findBlocks(order, { outputs, isConstant });
  // Numbers come first: their blocks have no low parts and no bounds.
  const numbers = order.filter((node) => node.operation === "number" && withBlock.has(node));
  const slotOf = new Map(numbers.map((node, i) => [node, i]));
  const free: number[] = [];
  let slots = 0;
  let at = 0;
  /** Instructions of nodes, without those of outputs. */
  const instructions = new Map<Node, number>();

  function takeSlot(): number {
    return free.pop() ?? newSlot();
  }

  function newSlot(): number {
    return numbers.length + slots++;
  }

  order.forEach((node, i) => {
    const { operation, value } = node;
    const args = operandsOf(node);
    const isNumber = operation === "number" || operation === "pi";
    // Constants keep their slots, which are filled once. The slots of operands that nothing else
    // needs are free for the result, but a function needs its operand to the end.
    const compared = comparedBy(node);
    const spent = new Set(
      [...args, ...compared].filter((arg) => lastUses.get(arg) === i && !isConstant.has(arg)),
    );
    const isEarly = !FUNCTIONS.has(operation) && compared.length === 0;
    const release = () => spent.forEach((arg) => free.push(slotOf.get(arg)!));
    if (isEarly) release();
    const isFixed = isConstant.has(node);
    const hasSlot = !isFixed || withBlock.has(node);
    const slot = slotOf.get(node) ?? (!hasSlot ? 0 : isFixed ? newSlot() : takeSlot());
    if (!isEarly) release();
    slotOf.set(node, slot);
    instructions.set(node, at);
    const name = isNumber ? "number" : operation === "column" ? "input" : operation;
    code.set([
      OPERATIONS[name as keyof typeof OPERATIONS],
      slot,
      ...[0, 1, 2].map((k) => args[k] === undefined ? 0 : slotOf.get(args[k])!),
      ...[0, 1, 2].map((k) => args[k] === undefined ? -1 : instructions.get(args[k])!),
      !hasSlot ? NO_SLOT : Number(isFixed),
      operation === "column"
        ? inputs.get(value)!
        : Number(compared.length > 0) + productKind(node) + Number(node.isOutside ?? false),
    ], at * INSTRUCTION);
    if (operation === "number") constants[at * CONSTANT] = value;
    if (operation === "pi") constants.set(PI, at * CONSTANT);
    at++;
    uses.get(node)?.forEach((k) => {
      code.set([OPERATIONS.output, 0, slot, 0, 0, at - 1, -1, -1, 0, k], at * INSTRUCTION);
      at++;
    });
    if (!lastUses.has(node) && !isFixed) free.push(slot);
  });
  const program: Program = {
    code,
    constants,
    slots,
    numbers: numbers.length,
    inputs: columns.length,
    outputs: outputs.map((node) => instructions.get(node)!),
  };
  return { program, columns };
}

/** The nodes that depend on no column. */
function findConstants(order: readonly Node[]): ReadonlySet<Node> {
  const constants = new Set<Node>();
  for (const node of order) {
    const { operation, args } = node;
    if (operation !== "column" && args.every((arg) => constants.has(arg))) constants.add(node);
  }
  return constants;
}

/** The nodes whose numbers are read block by block: operands of what depends on columns, and results. */
function findBlocks(
  order: readonly Node[],
  { outputs, isConstant }: { outputs: readonly Node[]; isConstant: ReadonlySet<Node> },
): ReadonlySet<Node> {
  const read = order.filter((node) => !isConstant.has(node))
    .flatMap((node) => [...node.args, ...comparedBy(node)]);
  return new Set([...read, ...outputs]);
}

function findLastUses(order: readonly Node[]): ReadonlyMap<Node, number> {
  const uses = new Map<Node, number>();
  order.forEach((node, i) => {
    for (const arg of [...node.args, ...comparedBy(node)]) uses.set(arg, i);
  });
  return uses;
}

/**
 * The arguments of a difference of one function at two places, as in `lgamma(n + r) - lgamma(r)`.
 * Where they are the same number, as for a count of 0, the difference is 0, and needs no digits.
 */
function comparedBy({ operation, args: [a, b] }: Node): readonly Node[] {
  if (operation !== "sub" || a.operation !== b.operation || !FUNCTIONS.has(a.operation)) return [];
  const [[x, ...parameters], [y, ...others]] = [a.args, b.args];
  return x !== y && parameters.every((node, i) => node === others[i]) ? [x, y] : [];
}

/** The operands of a node; of a product, first one that is a column or a number. */
function operandsOf({ operation, args }: Node): readonly Node[] {
  const isTurned = operation === "mul" && isPlain(args[1]) && !isPlain(args[0]);
  return isTurned ? [args[1], args[0]] : args;
}

/**
 * What is known of a product: 1 or 2, which operand is a power of two, so that nothing is rounded;
 * 3, both are columns or numbers, so that it is an exact double-double; else 0.
 */
function productKind(node: Node): number {
  if (node.operation !== "mul") return 0;
  const args = operandsOf(node);
  return 1 + args.findIndex(isPowerOfTwo) || (args.every(isPlain) ? 3 : 0);
}

function isPlain({ operation }: Node): boolean {
  return operation === "column" || operation === "number";
}

function isColumn({ operation }: Node): boolean {
  return operation === "column";
}
