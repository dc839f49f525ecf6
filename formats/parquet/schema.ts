import { CONVERTED, ELEMENT, LOGICAL, PHYSICAL, REPETITION } from "./metadata.ts";
import type { ThriftStruct } from "./thrift/struct.ts";

/** A node of a schema: a column, or a group of nodes. */
export interface SchemaNode {
  readonly name: string;
  readonly element: ThriftStruct;
  /** The place of its element in the list of all. */
  readonly index: number;
  readonly repetition: number;
  readonly children: readonly SchemaNode[];
  /** The physical type; missing for a group. */
  readonly physical?: number;
  /** The number of its column chunk in each row group, or of its first one if it is a group. */
  readonly chunk: number;
  /** How many column chunks it has. */
  readonly chunks: number;
}

/** A column whose rows have one value each. */
export interface Leaf {
  readonly node: SchemaNode;
  readonly path: readonly string[];
  /** The definition level of a value that is not null. */
  readonly maxDefinition: number;
}

/** A column as a table has it: a leaf outside of lists, or a complete list or map. */
export interface SchemaColumn {
  /** The name, with those of the structs that it is in: `a.b`. */
  readonly name: string;
  readonly node: SchemaNode;
  /** Missing if rows may have several values. */
  readonly leaf?: Leaf;
}

const MAX_DEPTH = 64;

/**
 * Makes the tree of a schema from the list of its elements, in which groups come before what is in
 * them.
 *
 * @throws {RangeError} If it is damaged.
 */
export function decodeSchemaTree(elements: readonly ThriftStruct[]): SchemaNode {
  let next = 0;
  let chunk = 0;
  function decode(depth: number): SchemaNode {
    const index = next++;
    const element = elements[index];
    if (element === undefined) throw new RangeError("its schema has fewer elements than it claims");
    if (depth > MAX_DEPTH) throw new RangeError(`its schema is more than ${MAX_DEPTH} deep`);
    const first = chunk;
    const physical = element.integer(ELEMENT.type, undefined);
    const count = element.integer(ELEMENT.children, 0);
    if (physical !== undefined && count > 0) throw new RangeError("a column has columns inside it");
    const children: SchemaNode[] = [];
    for (let i = 0; i < count; i++) children.push(decode(depth + 1));
    // A root without columns has no type either.
    if (physical !== undefined) chunk++;
    return {
      element,
      index,
      children,
      physical,
      chunk: first,
      chunks: chunk - first,
      name: element.text(ELEMENT.name) ?? "",
      repetition: depth === 0 ? REPETITION.required : element.integer(ELEMENT.repetition, 0),
    };
  }
  const root = decode(0);
  if (next !== elements.length) throw new RangeError("its schema has more elements than it claims");
  return root;
}

/** Lists the columns: leaves in structs one by one, and lists and maps as they are. */
export function listSchemaColumns(root: SchemaNode): SchemaColumn[] {
  const columns: SchemaColumn[] = [];
  function add(node: SchemaNode, path: readonly string[], definition: number): void {
    const here = [...path, node.name];
    const name = here.join(".");
    const maxDefinition = definition + (node.repetition === REPETITION.required ? 0 : 1);
    if (node.repetition === REPETITION.repeated || isListOrMap(node)) {
      columns.push({ name, node });
    } else if (node.physical !== undefined) {
      columns.push({ name, node, leaf: { node, path: here, maxDefinition } });
    } else if (node.children.length === 0) {
      columns.push({ name, node });
    } else {
      for (const child of node.children) add(child, here, maxDefinition);
    }
  }
  for (const child of root.children) add(child, [], 0);
  return columns;
}

/** The number of the logical type of an element, if it has one. */
export function logicalType(element: ThriftStruct): number | undefined {
  return element.struct(ELEMENT.logical)?.fields[0]?.id;
}

function isListOrMap({ element, children }: SchemaNode): boolean {
  if (children.length === 0) return false;
  const logical = logicalType(element);
  const converted = element.integer(ELEMENT.converted, undefined);
  return logical === LOGICAL.list || logical === LOGICAL.map ||
    converted === CONVERTED.list || converted === CONVERTED.map ||
    converted === CONVERTED.mapKeyValue;
}

const PHYSICAL_NAMES = Object.keys(PHYSICAL);

/** Describes what a nested column holds, for messages: `list<struct<a, b>>`. */
export function describeNested(node: SchemaNode): string {
  const inner = node.physical !== undefined
    ? PHYSICAL_NAMES[node.physical] ?? `type ${node.physical}`
    : isListOrMap(node)
    ? `${isMap(node) ? "map" : "list"}<…>`
    : `struct<${node.children.map(({ name }) => name).join(", ")}>`;
  return node.repetition === REPETITION.repeated ? `list<${inner}>` : inner;
}

function isMap({ element }: SchemaNode): boolean {
  return logicalType(element) === LOGICAL.map ||
    element.integer(ELEMENT.converted, undefined) === CONVERTED.map;
}
