// Runs AssemblyScript functions on symbols. Numbers that are known are computed, as WebAssembly
// would; an operation on a number that is not becomes a node of a graph. Both lanes are traced.
//
// A condition must follow from the ranges of its operands: a proof is about one way through a function.

// deno-lint-ignore no-import-prefix -- a tool for development, with its own lock
import ts from "npm:typescript@5.9.3";
import { Graph, type Node, type Range } from "./graph.ts";
import type { Module, Sources } from "./sources.ts";

/** Bits that are a NaN as a float64, which an engine may replace by another: masks. */
class Mask {
  constructor(readonly bits: bigint) {}
}

/** A float64 that is known, or not. */
export type Float = number | Node;
/** Two lanes. Bits of a lane that is known are those of its float64. */
export type Lanes = readonly [Float, Float];
/** Lanes of conditions. */
export interface Truths {
  truths: readonly [boolean, boolean];
}
export type Value = Float | Lanes | Truths | bigint | boolean | undefined;
type Scope = Map<string, Value>;

/** What takes the place of a function in a trace. */
export type Stub = (...args: never[]) => Float | Lanes;

/** What a trace is made of, and what it knows of functions and conditions besides. */
export interface Domain {
  graph: Graph;
  /** The result of a function that is not traced, where its arguments are not all known. */
  unit?: (tracer: Tracer, key: string, args: readonly Value[]) => Value;
  /** Answers a condition that ranges leave open. */
  decide?: (condition: string, a: Float, b: Float) => boolean;
  /** The integer that is nearest to a number. */
  nearest?: (x: Node) => Node;
  /** The bits of an integer, or of a sum of integers, where they are not known: of those that are used. */
  bits?: () => bigint;
  /** The largest integer that is not above a number. */
  floor?: (x: Node) => Node;
  /** The absolute value of a number of either sign. */
  absolute?: (x: Node) => Node;
}

/** The masks that shorten a float64: how many bits stay. */
const SHORT_MASKS = new Map([
  [0xfffffffff8000000n, 26],
  [0xfffffffffc000000n, 27],
]);

const SIGN = 0x8000000000000000n;

class Returned {
  constructor(readonly value: Value) {}
}

class Found extends Error {
  constructor(readonly args: readonly Value[]) {
    super();
  }
}

/** A lane without meaning. */
const UNUSED = undefined as unknown as Float;

const view = new DataView(new ArrayBuffer(8));

function bitsOf(a: number | Mask): bigint {
  if (a instanceof Mask) return a.bits;
  view.setFloat64(0, a);
  return view.getBigUint64(0);
}

function floatOf(bits: bigint): number {
  view.setBigUint64(0, BigInt.asUintN(64, bits));
  return view.getFloat64(0);
}

/** The two integers that 64 bits are, the low one first. */
function halvesOf(bits: bigint): [bigint, bigint] {
  return [BigInt.asUintN(32, bits), BigInt.asUintN(64, bits) >> 32n];
}

function fromBits(bits: bigint): Float {
  const float = floatOf(bits);
  return Number.isNaN(float) ? new Mask(bits) as unknown as Float : float;
}

function isKnown(a: Float): a is number {
  return typeof a === "number" || (a as unknown) instanceof Mask;
}

function isNumber(value: Value): value is number {
  return typeof value === "number";
}

function isLanes(value: Value): value is Lanes {
  return Array.isArray(value);
}

/** Whether no argument is a symbol. */
function areKnown(args: readonly Value[]): boolean {
  return args.every((arg) =>
    isLanes(arg) ? arg.every(isNumber) : typeof arg !== "object" || !("range" in arg)
  );
}

export class Tracer {
  readonly graph: Graph;
  readonly #domain: Domain;
  readonly #sources: Sources;
  readonly #stubs: Record<string, Stub>;
  readonly #globals = new Map<string, Value>();
  readonly #memory = new Map<number, Float>();
  #end = 1 << 20;

  /** `stubs`: by the path of a source and the name of its function, as "elementary/log.ts distances". */
  constructor(
    sources: Sources,
    stubs: Record<string, Stub> = {},
    domain: Domain = { graph: new Graph() },
  ) {
    this.graph = domain.graph;
    this.#domain = domain;
    this.#sources = sources;
    this.#stubs = { ...stubs };
  }

  /** The function of that name at these arguments. */
  call(path: string, name: string, args: readonly Value[]): Value {
    const module = this.#sources.open(path);
    const imported = module.imports.get(name);
    if (imported !== undefined) return this.call(imported.path, imported.name, args);
    const stub = this.#stubs[`${path} ${name}`];
    if (stub !== undefined) return (stub as (...args: readonly Value[]) => Value)(...args);
    if (this.#domain.unit !== undefined && !areKnown(args)) {
      const found = this.#domain.unit(this, `${path} ${name}`, args);
      if (found !== undefined) return found;
    } else {
      const contract = this.#contract(path, name, args);
      if (contract !== undefined) return contract;
    }
    const declaration = module.functions.get(name);
    if (declaration?.body === undefined) throw new Error(`${path} has no function ${name}`);
    const scope: Scope = new Map();
    declaration.parameters.forEach((parameter, i) => {
      scope.set((parameter.name as ts.Identifier).text, args[i]);
    });
    const end = this.#run(module, scope, declaration.body);
    return end instanceof Returned ? end.value : undefined;
  }

  /** Two lanes, both the same. */
  lanes(path: string, name: string, args: readonly Value[]): Node {
    const value = this.call(path, name, args);
    if (!isLanes(value)) throw new Error(`${name} returns no lanes`);
    return this.#node(value[0]);
  }

  /**
   * The arguments of a function that is called in the trace of another, which ends there: for
   * results that are compared and stored, and not returned.
   */
  argumentsOf(
    inner: readonly [path: string, name: string],
    path: string,
    name: string,
    args: readonly Value[],
  ): readonly Value[] {
    const key = inner.join(" ");
    const before = this.#stubs[key];
    this.#stubs[key] = ((...found: readonly Value[]) => {
      throw new Found(found);
    }) as unknown as Stub;
    try {
      this.call(path, name, args);
    } catch (error) {
      if (error instanceof Found) return error.args;
      throw error;
    } finally {
      if (before === undefined) delete this.#stubs[key];
      else this.#stubs[key] = before;
    }
    throw new Error(`${path} ${name} does not call ${key}`);
  }

  /** A function that returns a float64. */
  callNode(path: string, name: string, args: readonly Value[]): Node {
    return this.#node(this.call(path, name, args) as Float);
  }

  /** A function that returns a double-double in two lanes. */
  callPair(path: string, name: string, args: readonly Value[]): [Node, Node] {
    const value = this.call(path, name, args);
    if (!isLanes(value)) throw new Error(`${name} returns no lanes`);
    return [this.#node(value[0]), this.#node(value[1])];
  }

  /** The constant or variable of a module. */
  global(path: string, name: string): Value {
    const module = this.#sources.open(path);
    const imported = module.imports.get(name);
    if (imported !== undefined) return this.global(imported.path, imported.name);
    const key = `${path} ${name}`;
    if (!this.#globals.has(key)) {
      const declaration = module.variables.get(name);
      if (declaration?.initializer === undefined) throw new Error(`${path} has no ${name}`);
      this.#globals.set(key, this.#evaluate(module, new Map(), declaration.initializer));
    }
    return this.#globals.get(key);
  }

  number(path: string, name: string): number {
    const value = this.global(path, name);
    if (typeof value !== "number") throw new Error(`${name} is no number`);
    return value;
  }

  /** The float64 at an address. */
  load(address: number): Float {
    const value = this.#memory.get(address);
    if (value === undefined) throw new Error(`Nothing was stored at ${address}`);
    return value;
  }

  loadNode(address: number): Node {
    return this.#node(this.load(address));
  }

  store(address: number, value: Float): void {
    this.#memory.set(address, value);
  }

  /** An address of so many bytes. */
  allocate(size: number): number {
    const at = this.#end;
    this.#end += Math.ceil(size / 16) * 16;
    return at;
  }

  #node(a: Float): Node {
    return typeof a === "number" ? this.graph.constant(a) : a;
  }

  /**
   * The products' errors have proofs of their own (proofs/two_prod.ts); sums' are recognised by the graph.
   */
  #contract(path: string, name: string, args: readonly Value[]): Value {
    const part = CONTRACTS.get(`${path} ${name}`);
    if (part === undefined || this.#isOpen) return undefined;
    const product = args[2];
    if (areKnown(args)) return undefined;
    const rest = (p: Float, a: Float, b: Float): Float => {
      if (typeof p === "number" || p.kind === "scaled") return 0;
      // A lane that nobody reads may have anything; whoever reads it fails.
      return this.#times(a, b) === p ? this.graph.rest(p, part) : UNUSED;
    };
    if (isLanes(product)) {
      const a = args[0] as Lanes;
      const b = args[1] as Lanes;
      return [rest(product[0], a[0], b[0]), rest(product[1], a[1], b[1])];
    }
    return rest(product as Float, args[0] as Float, args[1] as Float);
  }

  /** Traces the products' errors themselves, for their own proofs. */
  openContracts(): void {
    this.#isOpen = true;
  }
  #isOpen = false;

  #run(
    module: Module,
    scope: Scope,
    statement: ts.Statement,
  ): Returned | "break" | "continue" | undefined {
    if (ts.isBlock(statement)) {
      for (const inner of statement.statements) {
        const end = this.#run(module, scope, inner);
        if (end !== undefined) return end;
      }
    } else if (ts.isReturnStatement(statement)) {
      return new Returned(
        statement.expression && this.#evaluate(module, scope, statement.expression),
      );
    } else if (ts.isVariableStatement(statement)) {
      this.#declare(module, scope, statement.declarationList);
    } else if (ts.isExpressionStatement(statement)) {
      this.#evaluate(module, scope, statement.expression);
    } else if (ts.isIfStatement(statement)) {
      if (this.#evaluate(module, scope, statement.expression)) {
        return this.#run(module, scope, statement.thenStatement);
      }
      if (statement.elseStatement) return this.#run(module, scope, statement.elseStatement);
    } else if (ts.isForStatement(statement)) {
      return this.#loop(module, scope, statement);
    } else if (ts.isBreakStatement(statement)) {
      return "break";
    } else if (ts.isContinueStatement(statement)) {
      return "continue";
    } else throw new Error(`Unknown statement: ${statement.getText()}`);
    return undefined;
  }

  #loop(module: Module, scope: Scope, loop: ts.ForStatement): Returned | undefined {
    if (loop.initializer && ts.isVariableDeclarationList(loop.initializer)) {
      this.#declare(module, scope, loop.initializer);
    }
    while (!loop.condition || this.#evaluate(module, scope, loop.condition)) {
      const end = this.#run(module, scope, loop.statement);
      if (end === "break") break;
      if (end instanceof Returned) return end;
      if (loop.incrementor) this.#evaluate(module, scope, loop.incrementor);
    }
    return undefined;
  }

  #declare(module: Module, scope: Scope, list: ts.VariableDeclarationList): void {
    for (const { name, initializer } of list.declarations) {
      const value = initializer && this.#evaluate(module, scope, initializer);
      scope.set((name as ts.Identifier).text, value);
    }
  }

  #evaluate(module: Module, scope: Scope, e: ts.Expression): Value {
    if (ts.isParenthesizedExpression(e)) return this.#evaluate(module, scope, e.expression);
    if (ts.isNumericLiteral(e)) return numeral(e);
    if (ts.isBigIntLiteral(e)) return BigInt(e.text.slice(0, -1));
    if (e.kind === ts.SyntaxKind.TrueKeyword) return true;
    if (e.kind === ts.SyntaxKind.FalseKeyword) return false;
    if (ts.isIdentifier(e)) {
      if (e.text === "Infinity") return Infinity;
      return scope.has(e.text) ? scope.get(e.text) : this.global(module.path, e.text);
    }
    if (ts.isTypeAssertionExpression(e)) {
      return cast(this.#evaluate(module, scope, e.expression), textOf(e.type));
    }
    if (ts.isConditionalExpression(e)) {
      const isTrue = this.#evaluate(module, scope, e.condition);
      return this.#evaluate(module, scope, isTrue ? e.whenTrue : e.whenFalse);
    }
    if (ts.isPrefixUnaryExpression(e)) return this.#prefix(module, scope, e);
    if (ts.isPostfixUnaryExpression(e)) {
      const step = e.operator === ts.SyntaxKind.PlusPlusToken ? 1 : -1;
      const old = this.#evaluate(module, scope, e.operand);
      this.#assign(module, scope, e.operand, () => this.#operate("+", old, step));
      return old;
    }
    if (ts.isBinaryExpression(e)) return this.#binary(module, scope, e);
    if (ts.isCallExpression(e)) return this.#callExpression(module, scope, e);
    throw new Error(`Unknown expression: ${e.getText()}`);
  }

  #prefix(module: Module, scope: Scope, e: ts.PrefixUnaryExpression): Value {
    const a = this.#evaluate(module, scope, e.operand);
    if (e.operator === ts.SyntaxKind.ExclamationToken) return !a;
    if (e.operator === ts.SyntaxKind.MinusToken) {
      return typeof a === "number" || typeof a === "bigint" ? -a : this.#negated(a as Float);
    }
    if (e.operator === ts.SyntaxKind.TildeToken && typeof a === "number") return ~a;
    throw new Error(`Unknown operator: ${e.getText()}`);
  }

  #assign(
    module: Module,
    scope: Scope,
    target: ts.Expression,
    change: (old: Value) => Value,
  ): Value {
    const { text } = target as ts.Identifier;
    if (scope.has(text)) {
      const value = change(scope.get(text));
      scope.set(text, value);
      return value;
    }
    const value = change(this.global(module.path, text));
    this.#globals.set(`${module.path} ${text}`, value);
    return value;
  }

  #binary(module: Module, scope: Scope, e: ts.BinaryExpression): Value {
    const operator = textOf(e.operatorToken);
    if (operator === "&&" || operator === "||") {
      const a = this.#evaluate(module, scope, e.left);
      return (operator === "&&") === Boolean(a) ? this.#evaluate(module, scope, e.right) : a;
    }
    if (operator === ",") {
      this.#evaluate(module, scope, e.left);
      return this.#evaluate(module, scope, e.right);
    }
    const b = this.#evaluate(module, scope, e.right);
    if (operator === "=") return this.#assign(module, scope, e.left, () => b);
    if (operator.endsWith("=") && !["==", "!=", "<=", ">="].includes(operator)) {
      return this.#assign(module, scope, e.left, (a) => this.#operate(operator.slice(0, -1), a, b));
    }
    return this.#operate(operator, this.#evaluate(module, scope, e.left), b);
  }

  #operate(operator: string, a: Value, b: Value): Value {
    if (typeof a === "bigint" || typeof b === "bigint") {
      return integers(operator, BigInt(a as number), BigInt(b as number));
    }
    if (typeof a === "number" && typeof b === "number") return numbers(operator, a, b);
    switch (operator) {
      case "+":
        return this.#plus(a as Float, b as Float);
      case "-":
        return this.#plus(a as Float, this.#negated(b as Float));
      case "*":
        return this.#times(a as Float, b as Float);
      case "/":
        return this.#over(a as Float, b as Float);
      default:
        return this.#compare(operator, a as Float, b as Float);
    }
  }

  #plus(a: Float, b: Float): Float {
    return typeof a === "number" && typeof b === "number"
      ? a + b
      : this.graph.sum(this.#node(a), this.#node(b));
  }

  #times(a: Float, b: Float): Float {
    return typeof a === "number" && typeof b === "number"
      ? a * b
      : this.graph.product(this.#node(a), this.#node(b));
  }

  #over(a: Float, b: Float): Float {
    return typeof a === "number" && typeof b === "number"
      ? a / b
      : this.graph.quotient(this.#node(a), this.#node(b));
  }

  #negated(a: Float): Float {
    return typeof a === "number" ? -a : this.graph.negated(a);
  }

  #compare(operator: string, a: Float, b: Float): boolean {
    const rangeOf = (x: Float): Range => typeof x === "number" ? [x, x] : x.range; // also of infinity
    const [low, high] = rangeOf(a);
    const [from, to] = rangeOf(b);
    if (operator === "<") {
      if (high < from) return true;
      if (low >= to) return false;
    } else if (operator === "<=") {
      if (high <= from) return true;
      if (low > to) return false;
    } else if (operator === ">") return this.#compare("<", b, a);
    else if (operator === ">=") return this.#compare("<=", b, a);
    else if (operator === "==" || operator === "!=") {
      if (high < from || low > to) return operator === "!=";
    }
    if (this.#domain.decide !== undefined) {
      const key = (x: Float): string => typeof x === "number" ? `${x}` : `node ${x.id}`;
      return this.#domain.decide(`${key(a)} ${operator} ${key(b)}`, a, b);
    }
    throw new Error(`[${low}, ${high}] ${operator} [${from}, ${to}] is undecided`);
  }

  #callExpression(module: Module, scope: Scope, e: ts.CallExpression): Value {
    const args = () => e.arguments.map((arg) => this.#evaluate(module, scope, arg));
    if (ts.isPropertyAccessExpression(e.expression)) {
      const owner = textOf(e.expression.expression);
      const name = e.expression.name.text;
      if (owner === "memory" && name === "data") return this.#data(module, scope, e);
      if (owner === "memory" && name === "copy") return this.#copy(args());
      if (owner === "memory" && name === "fill") return this.#fill(args());
      return this.#intrinsic(`${owner}.${name}`, args());
    }
    const name = textOf(e.expression);
    const type = e.typeArguments && textOf(e.typeArguments[0]);
    if (module.functions.has(name) || module.imports.has(name)) {
      return this.call(module.path, name, args());
    }
    return this.#builtin(name, type, args());
  }

  #data(module: Module, scope: Scope, e: ts.CallExpression): number {
    const [content] = e.arguments;
    const type = e.typeArguments && textOf(e.typeArguments[0]);
    if (!ts.isArrayLiteralExpression(content)) {
      const size = Number(this.#evaluate(module, scope, content));
      const at = this.allocate(size);
      for (let i = 0; i < size; i += 8) this.store(at + i, 0);
      return at;
    }
    const at = this.allocate(content.elements.length * 8);
    if (type !== "f64" && type !== "u64") return at; // no table of integers is traced
    content.elements.forEach((element, i) => {
      const value = this.#evaluate(module, scope, element);
      const isBits = typeof value === "bigint" || type === "u64";
      this.store(at + 8 * i, isBits ? fromBits(BigInt(value as number)) : value as number);
    });
    return at;
  }

  #copy([to, from, size]: readonly Value[]): undefined {
    for (let i = 0; i < Number(size); i += 8) {
      this.store(Number(to) + i, this.load(Number(from) + i));
    }
  }

  #fill([at, byte, size]: readonly Value[]): undefined {
    if (byte !== 0) throw new Error("Memory is filled with more than zeros");
    for (let i = 0; i < Number(size); i += 8) this.store(Number(at) + i, 0);
  }

  #pair(address: number): Lanes {
    return [this.load(address), this.load(address + 8)];
  }

  #builtin(name: string, type: string | undefined, args: readonly Value[]): Value {
    const [a, b] = args;
    switch (name) {
      case "load":
        return this.load(Number(a) + Number(b ?? 0));
      case "store":
        this.store(Number(a) + Number(args[2] ?? 0), b as Float);
        return undefined;
      case "reinterpret":
        if (type === "u64" && typeof a === "number") return bitsOf(a);
        if (type === "f64" && typeof a === "bigint") return floatOf(a);
        break;
      case "abs":
        return this.#absolute(a as Float);
      case "nearest":
        if (typeof a === "number") return roundHalfEven(a);
        if (this.#domain.nearest !== undefined) return this.#domain.nearest(a as Node);
        break;
      case "floor":
        if (typeof a === "number") return Math.floor(a);
        if (this.#domain.floor !== undefined) return this.#domain.floor(a as Node);
        break;
      case "f64x2":
        return [a as Float, b as Float];
      case "min":
        return Math.min(Number(a), Number(b));
      case "max":
        return Math.max(Number(a), Number(b));
    }
    throw new Error(`Unknown function: ${name}<${type}>`);
  }

  #absolute(a: Float): Float {
    if (typeof a === "number") return Math.abs(a);
    if (a.range[0] >= 0) return a;
    if (a.range[1] <= 0) return this.#negated(a);
    if (this.#domain.absolute !== undefined) return this.#domain.absolute(a);
    throw new Error(`The sign of a number in ${a.range} is not known`);
  }

  #each(a: Value, b: Value, f: (a: Float, b: Float) => Float): Lanes {
    const [first, second] = [a as Lanes, b as Lanes];
    return [f(first[0], second[0]), f(first[1], second[1])];
  }

  #intrinsic(name: string, args: readonly Value[]): Value {
    const [a, b, c] = args;
    switch (name) {
      case "f64x2.add":
        return this.#each(a, b, (x, y) => this.#plus(x, y));
      case "f64x2.sub":
        return this.#each(a, b, (x, y) => this.#plus(x, this.#negated(y)));
      case "f64x2.mul":
        return this.#each(a, b, (x, y) => this.#times(x, y));
      case "f64x2.div":
        return this.#each(a, b, (x, y) => this.#over(x, y));
      case "f64x2.neg":
        return this.#each(a, a, (x) => this.#negated(x));
      case "f64x2.abs":
        return this.#each(a, a, (x) => this.#absolute(x));
      case "f64x2.nearest":
        return this.#each(a, a, (x) => {
          if (typeof x === "number") return roundHalfEven(x);
          if (this.#domain.nearest !== undefined) return this.#domain.nearest(x);
          throw new Error("What integer is nearest to a number is not known");
        });
      case "f64x2.pmin":
        return this.#each(a, b, (x, y) => this.#compare("<", y, x) ? y : x);
      case "f64x2.pmax":
        return this.#each(a, b, (x, y) => this.#compare("<", x, y) ? y : x);
      case "f64x2.splat":
        return [a as Float, a as Float];
      case "f64x2.extract_lane":
        return (a as Lanes)[Number(b)];
      case "i64x2.extract_lane": {
        const lane = (a as Lanes)[Number(b)];
        return typeof lane === "number" ? bitsOf(lane) : this.#domain.bits?.();
      }
      case "f64x2.replace_lane":
        return Number(b) === 0 ? [c as Float, (a as Lanes)[1]] : [(a as Lanes)[0], c as Float];
      case "f64x2.lt":
        return this.#conditions("<", a, b);
      case "f64x2.le":
        return this.#conditions("<=", a, b);
      case "f64x2.gt":
        return this.#conditions(">", a, b);
      case "f64x2.ge":
        return this.#conditions(">=", a, b);
      case "f64x2.eq":
        return this.#conditions("==", a, b);
      case "i64x2.ne": {
        const [x, y] = [a as Lanes, b as Lanes];
        const isOther = (i: number) => bitsOf(x[i] as number) !== bitsOf(y[i] as number);
        return { truths: [isOther(0), isOther(1)] };
      }
      case "i64x2.shl":
        return this.#shifted(a as Lanes, (bits) => bits << BigInt(b as number));
      case "i64x2.shr_u":
        return this.#shifted(a as Lanes, (bits) => bits >> BigInt(b as number));
      case "i64x2.shr_s":
        return this.#shifted(a as Lanes, (bits) => BigInt.asIntN(64, bits) >> BigInt(b as number));
      case "f64x2.ne":
        if (areKnown(args) || this.#domain.decide !== undefined) {
          return this.#conditions("!=", a, b);
        }
        return undefined; // which lanes fail Ziv's test: whoever reads it fails
      case "i64x2.bitmask":
        return undefined;
      case "v128.any_true":
        return (a as Truths).truths.some(Boolean);
      case "i64x2.all_true":
        return (a as Truths).truths.every(Boolean);
      case "v128.load":
        return this.#pair(Number(a) + Number(b ?? 0));
      case "v128.load64_splat": {
        const value = this.load(Number(a) + Number(b ?? 0));
        return [value, value];
      }
      case "v128.load64_zero":
        return [this.load(Number(a) + Number(b ?? 0)), 0];
      case "v128.load64_lane": {
        const value = this.load(Number(a) + Number(args[3] ?? 0));
        const lanes = b as Lanes;
        return Number(c) === 0 ? [value, lanes[1]] : [lanes[0], value];
      }
      case "v128.store": {
        const at = Number(a) + Number(c ?? 0);
        this.store(at, (b as Lanes)[0]);
        this.store(at + 8, (b as Lanes)[1]);
        return undefined;
      }
      case "v128.shuffle": {
        if (args.length === 6) { // of four integers
          const all = [...a as Lanes, ...b as Lanes].flatMap((x) => halvesOf(bitsOf(x as number)));
          const [i, j, k, l] = args.slice(2).map((at) => all[Number(at)]);
          return [floatOf(j << 32n | i), floatOf(l << 32n | k)];
        }
        const all = [...a as Lanes, ...b as Lanes];
        return [all[Number(c)], all[Number(args[3])]];
      }
      case "v128.not": {
        const { truths } = a as Truths;
        return { truths: [!truths[0], !truths[1]] };
      }
      case "v128.or":
        return this.#either(a as Lanes | Truths, b as Lanes | Truths);
      case "v128.and":
        return this.#masked(a as Lanes | Truths, b as Lanes | Truths);
      case "f64x2.min":
        return this.#each(a, b, (x, y) => Math.min(x as number, y as number));
      case "f64x2.max":
        return this.#each(a, b, (x, y) => Math.max(x as number, y as number));
      case "f64x2.floor":
        return this.#each(a, a, (x) => {
          if (typeof x === "number") return Math.floor(x);
          if (this.#domain.floor !== undefined) return this.#domain.floor(x);
          throw new Error("What integer is below a number is not known");
        });
      case "f64x2.trunc":
        return this.#each(a, a, (x) => Math.trunc(x as number));
      case "i32x4.trunc_sat_f64x2_s_zero": {
        const [x, y] = (a as Lanes).map((lane) =>
          BigInt.asUintN(32, BigInt(Math.trunc(lane as number)))
        );
        return [fromBits(y << 32n | x), 0];
      }
      case "i64x2.extend_low_i32x4_s":
        return halvesOf(bitsOf((a as Lanes)[0] as number)).map((half) =>
          fromBits(BigInt.asIntN(32, half))
        ) as unknown as Lanes;
      case "f64x2.convert_low_i32x4_s":
        return halvesOf(bitsOf((a as Lanes)[0] as number)).map((half) =>
          Number(BigInt.asIntN(32, half))
        ) as unknown as Lanes;
      case "v128.andnot": {
        if (isLanes(b)) {
          return this.#each(
            a,
            b,
            (x, y) => fromBits(bitsOf(x as number) & ~bitsOf(y as number)),
          );
        }
        const { truths } = b as Truths;
        return this.#masked(a as Lanes, { truths: [!truths[0], !truths[1]] });
      }
      case "v128.xor":
        return this.#each(a, b, (x, sign) => this.#signed(x, sign));
      case "i64x2.splat":
        return [floatOf(BigInt(a as number)), floatOf(BigInt(a as number))];
      case "v128.bitselect": {
        const { truths } = c as Truths;
        return [(truths[0] ? a : b as Lanes as Value) as Lanes, (truths[1] ? a : b) as Lanes].map(
          (lanes, i) => lanes[i],
        ) as unknown as Lanes;
      }
      case "i64x2.sub":
        return this.#each(a, b, (x, y) => fromBits(bitsOf(x as number) - bitsOf(y as number)));
      case "i64x2.add":
        return this.#halfAdded(a as Lanes, b as Lanes);
    }
    throw new Error(`Unknown instruction: ${name}`);
  }

  #either(a: Lanes | Truths, b: Lanes | Truths): Lanes | Truths {
    if (!isLanes(a)) {
      const { truths } = b as Truths;
      return { truths: [a.truths[0] || truths[0], a.truths[1] || truths[1]] };
    }
    if (!isLanes(b)) {
      if (b.truths.some(Boolean)) throw new Error("A lane has all bits");
      return a;
    }
    return this.#each(a, b, (x, y) => {
      if (Object.is(x, 0)) return y;
      if (Object.is(y, 0)) return x;
      return floatOf(bitsOf(x as number) | bitsOf(y as number));
    });
  }

  #shifted(a: Lanes, shift: (bits: bigint) => bigint): Lanes {
    return this.#each(a, a, (x) => {
      const bits = typeof x === "number" ? bitsOf(x) : this.#domain.bits?.();
      if (bits === undefined) throw new Error("The bits of a number are not known");
      return floatOf(shift(bits));
    });
  }

  /** x with its sign changed where `sign` is -0. */
  #signed(x: Float, sign: Float): Float {
    if (sign !== 0) throw new Error("A number is changed by more than its sign");
    return Object.is(sign, -0) ? this.#negated(x) : x;
  }

  #conditions(operator: string, a: Value, b: Value): Truths {
    const [x, y] = [a as Lanes, b as Lanes];
    const truth = (i: number) => Boolean(this.#operate(operator, x[i], y[i]));
    return { truths: [truth(0), truth(1)] };
  }

  /** Rounding to nearest by adding half of the last bit that stays, and masking. */
  readonly #halfway = new Map<Node, true>();

  #halfAdded(a: Lanes, b: Lanes): Lanes {
    return this.#each(a, b, (x, y) => {
      if (isKnown(x) && isKnown(y)) return fromBits(bitsOf(x) + bitsOf(y));
      if (this.#domain.bits !== undefined) return floatOf(this.#domain.bits());
      if (typeof x === "number" || typeof y !== "number" || bitsOf(y) !== 0x4000000n) {
        throw new Error("Integers are added to a float64 that is not known");
      }
      const marked = this.graph.short(x, "halfway", 0);
      this.#halfway.set(marked, true);
      return marked;
    });
  }

  #masked(a: Lanes | Truths, mask: Lanes | Truths): Lanes | Truths {
    if (!isLanes(a)) {
      if (isLanes(mask)) return this.#masked(mask, a);
      return { truths: [a.truths[0] && mask.truths[0], a.truths[1] && mask.truths[1]] };
    }
    if (!isLanes(mask)) {
      return [mask.truths[0] ? a[0] : 0, mask.truths[1] ? a[1] : 0];
    }
    return this.#each(a, mask, (x, y) => {
      const masked = typeof y === "number" ? bitsOf(y) : y instanceof Mask ? y.bits : undefined;
      if (typeof x === "number" && masked !== undefined) return floatOf(bitsOf(x) & masked);
      if (masked === SIGN && typeof x !== "number" && x.range[0] >= 0) return 0;
      const bits = masked === undefined ? undefined : SHORT_MASKS.get(masked);
      if (bits === undefined || typeof x === "number") throw new Error("Unknown mask");
      if (this.#halfway.has(x)) {
        return this.graph.short(x.args[0], `float<${bits},-1100,na>`, 2 ** -bits);
      }
      return this.graph.short(x, `float<${bits},-1100,zr>`, 2 ** (1 - bits));
    });
  }
}

/** What the errors of products are good to, of the product: proofs/two_prod.ts proves it. */
export const CONTRACTS = new Map([
  ["arithmetic/error_free.ts twoProdError", 1.01 * 2 ** -77],
  ["arithmetic/error_free_scalar.ts twoProdError", 0],
  ["arithmetic/error_free.ts exactTwoProdError", 0],
]);

/** Texts of expressions, which take long to find. */
const texts = new WeakMap<ts.Node, string>();

function textOf(e: ts.Node): string {
  let text = texts.get(e);
  if (text === undefined) {
    text = e.getText();
    texts.set(e, text);
  }
  return text;
}

function numeral(e: ts.NumericLiteral): number | bigint {
  const text = textOf(e);
  return text.length > 15 && /^0x/i.test(text) ? BigInt(text) : Number(e.text);
}

function roundHalfEven(a: number): number {
  const floor = Math.floor(a);
  const rest = a - floor;
  return rest < 0.5 || rest === 0.5 && floor % 2 === 0 ? floor : floor + 1;
}

function cast(value: Value, type: string): Value {
  if (typeof value === "bigint" || typeof value === "number") {
    if (type === "f64") return Number(value);
    if (type === "u64" || type === "i64") return BigInt(value);
    if (type === "i32" || type === "usize") {
      return typeof value === "bigint" ? Number(BigInt.asIntN(32, value)) : value | 0;
    }
  }
  throw new Error(`Unknown cast to ${type}`);
}

function integers(operator: string, a: bigint, b: bigint): Value {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "&":
      return a & b;
    case "|":
      return a | b;
    case ">>":
      return a >> b;
    case "<<":
      return a << b;
    case "==":
      return a === b;
    case "!=":
      return a !== b;
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    default:
      throw new Error(`Unknown operator of integers: ${operator}`);
  }
}

function numbers(operator: string, a: number, b: number): Value {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "&":
      return a & b;
    case "|":
      return a | b;
    case ">>":
      return a >> b;
    case "<<":
      return a << b;
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    case "==":
      return a === b;
    case "!=":
      return a !== b;
    default:
      throw new Error(`Unknown operator of numbers: ${operator}`);
  }
}
