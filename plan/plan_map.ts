import type { ColumnSpec, OutputColumn } from "../formats/table.ts";
import type { FloatType } from "../kernels/float_types.ts";
import { gradientKernel, valueKernel } from "../functions/registry.ts";
import { checkNames } from "./columns/result_names.ts";
import { findColumn, type Found, listColumns, listFew, NameMap } from "./columns/find_column.ts";
import { quoteName } from "./columns/quote_name.ts";
import { selectColumns } from "./columns/select_columns.ts";
import { compileProgram } from "./expression/compile_program.ts";
import { columnsOf } from "./expression/differentiate.ts";
import { findPlainCall, type PlainCall } from "./expression/plain_call.ts";
import { Graph, type Node } from "./expression/graph.ts";
import type { Assignment } from "./expression/parse_assignment.ts";
import { mayIgnoreNulls, type Presence, presenceOf } from "./expression/presence.ts";
import {
  type Column,
  CONSTANTS,
  nameNode,
  quoteNames,
  Resolver,
  type Scope,
} from "./expression/resolve.ts";
import { errorAt, pointAt, type Span } from "./expression/syntax.ts";
import {
  type ColumnTest,
  convertedType,
  type PlanOptions,
  type Result,
  resultType,
  type TablePlan,
  widestType,
} from "./plan.ts";
import type { MapWork } from "./request.ts";
import { didYouMean, UnknownColumn, UsageError } from "./usage_error.ts";

/**
 * Plans several results. An expression sees the columns of the input and the names before it. One
 * function of one column is computed by its kernel, all other expressions by one program. With
 * `--replace`, a result that has the name of a column takes its place.
 */
export function planMap(
  columns: readonly ColumnSpec[],
  { assignments, parameters, replace, only }: MapWork,
  options: PlanOptions,
): TablePlan {
  const { named: isNamed } = options;
  const planner = new MapPlanner(columns, { ...options, parameters });
  const made = assignments.flatMap((assignment) => planner.add(assignment));
  const placed = new Set<OutputColumn>();
  // There may be as many results as columns, so they are looked up in a map. If two have the same
  // name, the first one counts.
  const named = new NameMap<OutputColumn>();
  for (const output of made.toReversed()) named.set(output.name, output);
  const kept = columns.map(({ name }, input): OutputColumn => {
    const output = replace ? named.get(name) : undefined;
    if (output === undefined || placed.has(output)) return { name, input };
    placed.add(output);
    return output;
  });
  const outputs = only ? made : [...kept, ...made.filter((output) => !placed.has(output))];
  if (isNamed) {
    const isMade = new Set(made);
    checkNames(outputs, {
      isNew: (output) => isMade.has(output),
      resolve: (_, clash) =>
        clash === "new"
          ? "give each a different name"
          : "replace it with --replace, or choose another name",
    });
  }
  return { ...planner.finish(), outputs };
}

/** What results are planned with. */
export interface PlannerOptions extends PlanOptions {
  /** The parameters, as the user typed them. */
  readonly parameters?: readonly Assignment[];
  /** How many of the columns, from the first one on, `rowsum` and others can choose; all if omitted. */
  readonly selectable?: number;
  /** Columns whose numbers are read for other expressions, too. */
  readonly numbers?: readonly number[];
  /** Makes the error of a test for null or text, where rows with nulls are omitted. */
  readonly refuseTests?: () => Error;
}

/** Types of Arrow whose nulls are those of nested columns. */
const NO_NULLS = /^(dense_union|sparse_union|run_end_encoded)/;

/** Turns assignments into results, one after another. */
export class MapPlanner {
  readonly #columns: readonly ColumnSpec[];
  readonly #options: PlannerOptions;
  readonly #graph = new Graph();
  readonly #earlier = new Map<string, Node>();
  readonly #parameters = new Set<string>();
  readonly #results: Result[] = [];
  readonly #programs: Node[] = [];
  readonly #places = new Map<string, number>();
  /** Tests of columns, by their indexes after those of the columns. */
  readonly #tests: Omit<ColumnTest, "isOfNumbers">[] = [];
  /** Which of these ask where the text of a column is null. */
  readonly #ofTexts = new Set<number>();

  constructor(columns: readonly ColumnSpec[], options: PlannerOptions) {
    this.#columns = columns;
    this.#options = options;
    // A name that several columns share finds none of them. Using the name is then an error.
    columns.forEach(({ name }, i) => this.#places.set(name, this.#places.has(name) ? -1 : i));
    for (const parameter of options.parameters ?? []) this.#addParameter(parameter);
  }

  #addParameter({ text, name, value }: Assignment): void {
    if (this.#places.has(name)) {
      throw new UsageError(
        `${name} is a parameter and a column of ${this.#options.from}: rename the parameter, ` +
          `or leave out --param ${name} to use the column`,
      );
    }
    const node = new Resolver(text, this.#graph, this.#scope(text)).resolve(value);
    this.#earlier.set(name, nameNode(this.#graph, node));
    this.#parameters.add(name);
  }

  /** The column that is written, or none for a `let`. */
  add(assignment: Assignment): OutputColumn[] {
    const { text, name, hidden, value } = assignment;
    if (this.#parameters.has(name)) {
      throw new UsageError(
        `${name} is a parameter of --param: give the ${hidden ? "let" : "result"} another name`,
        pointAt(text, { start: 0, end: text.length }),
      );
    }
    if ((value.kind === "name" || value.kind === "column") && !hidden && this.#isColumn(value)) {
      return [this.#copy(name, { text, column: value })];
    }
    const call = findPlainCall(value);
    const isPlain = call !== undefined && this.#isColumn(call.column);
    // A plain call sees only columns, even if an earlier expression has the same name.
    const meant = isPlain ? quoteNames(value) : value;
    const node = new Resolver(text, this.#graph, this.#scope(text)).resolve(meant);
    this.#earlier.set(name, nameNode(this.#graph, node));
    if (hidden) return [];
    return [isPlain ? this.#plain(name, call) : this.#expression(name, node, text)];
  }

  /** Whether a name is that of a column, or of nothing: then the error is that of a column. */
  #isColumn(column: PlainCall["column"]): boolean {
    if (column.kind === "column") return true;
    const { name } = column;
    return this.#places.has(name) || !this.#earlier.has(name) && !CONSTANTS.has(name);
  }

  /**
   * Makes a result whose name later expressions do not see, and returns its index. `isShared`: a
   * result that is there already may be taken. `isRead`: a column alone is not computed, but read, and
   * always shared.
   */
  addValue(
    { text, name, value }: Assignment,
    { isShared, isRead = false }: { readonly isShared: boolean; readonly isRead?: boolean },
  ): number {
    const node = new Resolver(text, this.#graph, this.#scope(text)).resolve(value);
    const substituted = this.#graph.substitute(node);
    const { operation, value: column } = substituted;
    if (isRead && operation === "column" && column < this.#columns.length) {
      return this.#readColumn(column, name);
    }
    const known = isShared
      ? this.#results.findIndex(({ expression }) =>
        expression !== undefined && this.#programs[expression.output] === substituted
      )
      : -1;
    if (known >= 0) return known;
    this.#expression(name, node, text);
    return this.#results.length - 1;
  }

  /** The index of the result that is a column as it is; a new one gets the name. */
  #readColumn(input: number, name: string): number {
    const known = this.#results.findIndex((result) =>
      result.input === input && result.expression === undefined && result.computation === undefined
    );
    if (known >= 0) return known;
    return this.#results.push({ type: this.#typeOf(input), input, name }) - 1;
  }

  /** Whether a column has this name. */
  hasColumn(name: string): boolean {
    return this.#places.has(name);
  }

  /** Whether an earlier name stands for a number. */
  isConstant(name: string): boolean {
    const node = this.#earlier.get(name);
    return node !== undefined && columnsOf(node).length === 0;
  }

  finish(): Pick<TablePlan, "results" | "program"> {
    if (this.#programs.length === 0) return { results: this.#results };
    const compiled = compileProgram(this.#programs);
    const types = compiled.columns.map((column) => this.#typeOf(column));
    const { numbers = [] } = this.#options;
    const read = new Set([...numbers, ...compiled.columns]);
    const tests = this.#tests.map((test): ColumnTest => ({
      ...test,
      isOfNumbers: test.text === undefined && !this.#ofTexts.has(test.index) &&
        read.has(test.column),
    })).filter(({ index }) => compiled.columns.includes(index));
    const program = { ...compiled, types, ...(tests.length > 0 && { tests }) };
    return { results: this.#results, program };
  }

  /** The type that the numbers of a column are rounded to. */
  #typeOf(column: number): FloatType {
    return resultType(this.#columns[column]?.type, this.#options.dtype);
  }

  /** The node of a test, which is the same for the same question. */
  #test(test: Pick<ColumnTest, "column" | "text">, { isOfText = false } = {}): Node {
    if (this.#options.refuseTests !== undefined) throw this.#options.refuseTests();
    const known = this.#tests.find(({ column, text, index }) =>
      column === test.column && text === test.text && this.#ofTexts.has(index) === isOfText
    );
    const index = known?.index ?? this.#columns.length + this.#tests.length;
    if (known === undefined) this.#tests.push({ ...test, index });
    if (isOfText) this.#ofTexts.add(index);
    return this.#graph.column(index);
  }

  /** The node of a test for null of a column, or of another test. */
  #isNull(column: number): Node {
    const { name, typeName = "" } = this.#columns[column] ?? {};
    if (NO_NULLS.test(typeName)) {
      throw new UsageError(
        `Column ${name} of ${this.#options.from} holds ${typeName}, which cannot be tested for null`,
      );
    }
    const test = this.#tests[column - this.#columns.length];
    return this.#test({ column: test?.column ?? column }, { isOfText: test !== undefined });
  }

  #presence(): Presence {
    return {
      graph: this.#graph,
      isNullTest: (column) => {
        const test = this.#tests[column - this.#columns.length];
        return test !== undefined && test.text === undefined;
      },
      isNull: (column) => this.#isNull(column),
    };
  }

  /** The node of a comparison of a column with a text. */
  #equals(column: number, literal: string, { text, at }: { text: string; at: Span }): Node {
    const { name, typeName, type, asked, values } = this.#columns[column];
    // Every cell of CSV is a text, whatever it looks like, and in JSON lines a string may follow a number.
    const { isText: isCsv = false } = this.#options;
    if (!isCsv && (type !== undefined || asked !== undefined && asked !== "decimal")) {
      throw errorAt(
        `Column ${name} of ${this.#options.from} holds ${typeName}: compare it with a number, ` +
          `without quotes`,
        text,
        at,
      );
    }
    if (!isCsv && values !== "texts") {
      throw errorAt(
        `Column ${name} of ${this.#options.from} holds ${typeName}, which cannot be compared with text`,
        text,
        at,
      );
    }
    return this.#test({ column, text: literal });
  }

  #scope(text: string): Scope {
    return {
      find: (name, at) => this.#places.has(name) ? this.#find(text, name, at) : undefined,
      findNumber: (number, at) => this.#findNumber(number, { text, at, numbers: true }).index,
      findAny: (column) => this.#findAny(column, text),
      isNull: (column) => this.#isNull(column),
      isPresent: (node) => presenceOf(this.#graph.substitute(node), this.#presence()),
      equals: (column, literal, at) => this.#equals(column, literal, { text, at }),
      select: (selection, at) => this.#select(selection, { text, at }),
      earlier: this.#earlier,
      unknown: (name, at) => this.#unknown(text, name, at),
    };
  }

  /** The index of a column of numbers; throws where it holds none, or where two have the name. */
  #find(text: string, name: string, at: Span): number {
    this.#checkOnce(name, { text, at });
    return findColumn(this.#columns, {
      what: { kind: "name", name },
      numbers: true,
      from: this.#options.from,
      details: pointAt(text, at),
    }).index;
  }

  /** The index of a column, whatever it holds; `undefined` if the name means something else. */
  #findAny(column: Column, text: string): number | undefined {
    const { at } = column;
    if (column.kind === "column") {
      return this.#findNumber(column.number, { text, at, numbers: false }).index;
    }
    const { name, quoted } = column;
    if (!this.#places.has(name)) {
      if (!quoted && CONSTANTS.has(name)) return undefined;
      throw this.#unknown(text, name, at);
    }
    if (!quoted && CONSTANTS.has(name)) this.#find(text, name, at);
    this.#checkOnce(name, { text, at });
    return this.#places.get(name);
  }

  /** Throws where several columns share a name; the message shows how to write each. */
  #checkOnce(name: string, { text, at }: { text: string; at: Span }): void {
    if (this.#places.get(name) !== -1) return;
    const numbers = this.#columns.flatMap((column, i) => column.name === name ? [`$${i + 1}`] : []);
    throw errorAt(
      `${numbers.length} columns of ${this.#options.from} are named ${quoteName(name)}: write ` +
        listFew(numbers, "or"),
      text,
      at,
    );
  }

  #findNumber(
    number: number,
    { text, at, numbers }: { text: string; at: Span; numbers: boolean },
  ): Found {
    const named = this.#places.get(`$${number}`);
    if (named !== undefined && named !== number - 1) {
      throw errorAt(
        `$${number} is column ${number}, and another column has this name: write "$${number}" in ` +
          `quotes for that one`,
        text,
        at,
      );
    }
    return findColumn(this.#columns, {
      what: { kind: "numbers", first: number, last: number },
      numbers,
      from: this.#options.from,
      details: pointAt(text, at),
    });
  }

  #select(
    selection: string,
    { text, at }: { text: string; at: Span },
  ): readonly number[] {
    const { from } = this.#options;
    try {
      const columns = this.#columns.slice(0, this.#options.selectable);
      return selectColumns(columns, { text: selection, numbers: true, from });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      throw errorAt(error.message.replace(/^Option --columns:? /, ""), text, at);
    }
  }

  #unknown(text: string, name: string, at: Span): Error {
    const earlier = didYouMean(name, this.#earlier.keys());
    const all = [...this.#columns.map(({ name }) => name), ...this.#earlier.keys()];
    if (earlier !== "" && didYouMean(name, all) === earlier) {
      return errorAt(`Unknown name ${name}${earlier}`, text, at);
    }
    if (/[=!]=\s*$/.test(text.slice(0, at.start)) && didYouMean(name, all) === "") {
      return errorAt(
        `Unknown column ${name} of ${this.#options.from}: ` +
          (/^(null|none|na)$/i.test(name)
            ? "to find nulls, use isnull(…)"
            : `write a text in single quotes, '${name}'`),
        text,
        at,
      );
    }
    const { from, selectable } = this.#options;
    if (selectable !== undefined && didYouMean(name, all) === "") {
      return new UnknownColumn(
        `Unknown name ${name}: ${from} has ${listColumns(this.#columns.slice(0, selectable))}; ` +
          `to fit ${name}, add it to --start`,
        pointAt(text, at),
      );
    }
    try {
      this.#find(text, name, at);
    } catch (error) {
      if (error instanceof Error) return error;
    }
    return errorAt(`Unknown name ${name}`, text, at);
  }

  #copy(
    name: string,
    { text, column }: { text: string; column: PlainCall["column"] },
  ): OutputColumn {
    const { from, dtype } = this.#options;
    const { at } = column;
    if (column.kind === "name") this.#checkOnce(column.name, { text, at });
    const { index: input, type } = column.kind === "column"
      ? this.#findNumber(column.number, { text, at, numbers: false })
      : findColumn(this.#columns, {
        what: { kind: "name", name: column.name },
        numbers: false,
        from,
        details: pointAt(text, at),
      });
    if (type !== undefined) this.#earlier.set(name, this.#graph.column(input));
    const converted = convertedType(type, dtype);
    if (converted === undefined) return { name, input };
    return this.#push(name, { type: converted, input });
  }

  #plain(name: string, { column, spec, parameter, gradient }: PlainCall): OutputColumn {
    const input = column.kind === "column" ? column.number - 1 : this.#places.get(column.name)!;
    const kernel = gradient ? gradientKernel(spec, parameter) : valueKernel(spec, parameter);
    const type = resultType(this.#columns[input].type, this.#options.dtype);
    return this.#push(name, { type, input, computation: { kernel, spec } });
  }

  #expression(name: string, node: Node, text: string): OutputColumn {
    const substituted = this.#graph.substitute(node);
    const columns = columnsOf(substituted);
    const inputs = columns.filter((column) => column < this.#columns.length);
    const tests = columns.slice(inputs.length);
    const types = inputs.map((input) => this.#typeOf(input));
    const output = this.#programs.push(substituted) - 1;
    const presence = mayIgnoreNulls(substituted, this.#presence())
      ? this.#programs.push(presenceOf(substituted, this.#presence())) - 1
      : undefined;
    return this.#push(name, {
      type: widestType(types, this.#options.dtype),
      input: inputs[0] ?? this.#tests[tests[0] - this.#columns.length]?.column ?? 0,
      expression: {
        output,
        inputs,
        text,
        name,
        ...(tests.length > 0 && { tests }),
        ...(presence !== undefined && { presence }),
      },
    });
  }

  #push(name: string, result: Result): OutputColumn {
    this.#results.push(result);
    return { name, result: this.#results.length - 1, type: result.type };
  }
}
