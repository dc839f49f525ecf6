import { formatBytes } from "../../io/say.ts";
import { COMMAND_LINE, type OptionLabels } from "../option_labels.ts";
import {
  formatProblem as formatCsvProblem,
  type Misfit,
  type ProblemPlace,
  show,
} from "../csv/format_problem.ts";
import { MAX_RECORD_BYTES } from "../csv/split_records.ts";
import type { Problem } from "../csv/transform_plan.ts";

/** What JSON has to go on with, by the numbers of kernels/assembly/text/json/syntax.ts. */
const EXPECTED = [
  "",
  "a JSON object",
  "the name of a member in double quotes, or }",
  "the name of a member in double quotes",
  "a colon",
  "a comma or }",
  "a value",
  "a comma or ]",
  "a digit",
  "a double quote that ends the string",
  'one of "\\/bfnrtu after the backslash',
  "four hexadecimal digits after \\u",
  "the end of the line",
  "at most 1024 levels of objects and lists",
  "no control character in a string, where it must be escaped",
  "a value or ]",
] as const;
const [, OBJECT] = EXPECTED.keys();
const LINE_END = EXPECTED.indexOf("the end of the line");

/** Describes what is wrong with a line of JSON, where, and what would help. */
export function formatProblem(problem: Problem, place: ProblemPlace): string {
  const { kind, characters, found, text } = problem;
  const { name, line, column, names = COMMAND_LINE } = place;
  const at = `${name}:${line}:${characters + 1}`;
  switch (kind) {
    case "syntax":
      return `${at}: expected ${EXPECTED[found]}, got ${showNext(text)}${advise(found, text)}`;
    case "duplicate":
      return `${at}: member ${showName(text)} appears twice in the object; remove one of them`;
    case "taken":
      return `${at}: the object already has a member ${showName(text)}; choose another name for ` +
        `the result`;
    case "invalid":
      return `${at}: ${describeValue(text, column)}, expected a number; ` +
        (text.startsWith('"') ? `${adviseText(textOf(text), { column, names })}; ` : "") +
        `${names.nullOrNan} accepts all such objects`;
    case "key":
      return `${at}: ${describeValue(text, column)}, and rows cannot be grouped by it; ` +
        `${names.null} makes it null`;
    case "overlong":
      return `${at}: the line is longer than ${
        formatBytes(MAX_RECORD_BYTES)
      }; is this JSON lines, ` +
        `with one object per line?`;
    default:
      return formatCsvProblem(problem, place);
  }
}

/** Reports that a value does not fit the type of its column, where, and what would help. */
export function formatMisfit(
  { characters, text }: Problem,
  { name, line, column, type, declared, names = COMMAND_LINE }: Misfit,
): string {
  const at = `${name}:${line}:${characters + 1}: ${describeValue(text, column)}`;
  if (/^[[{]/.test(text)) {
    return `${at}, which only JSON lines can hold; ${names.leaveOut([column])}`;
  }
  if (type === "utf8") return `${at} that is not UTF-8, which other formats need`;
  if (declared) {
    return `${at}, and not ${type}, as ${names.types()} requires; ${names.null} accepts such values`;
  }
  const holds = type === "int64" && /^-?[\d.eE+-]+$/.test(text) ? "float64" : "utf8";
  return `${at} and does not fit ${type}, the type of the first values; set its type, such as ` +
    names.types(JSON.stringify(column), holds);
}

/** Reports that an object has a member that is no column of the table. */
export function formatUnknown(
  name: string,
  { line, from }: { readonly line: number; readonly from: string },
): string {
  return `${from}:${line}: member ${JSON.stringify(name)} is not in any object of the first MiB, ` +
    `which decides the columns; choose the members to write with -c, or write JSON lines`;
}

/** What is shown of a value that is not a number. */
export function showValue(text: string): string {
  return text === "}" ? "(missing)" : text;
}

/** Describes the value of a member. The brace that closes an object stands for one that is missing. */
function describeValue(text: string, column: string): string {
  const member = JSON.stringify(column);
  if (text === "" || text === "null") return `member ${member} is null`;
  switch (text[0]) {
    case "}":
      return `the object has no member ${member}`;
    case "{":
      return `member ${member} is an object`;
    case "[":
      return `member ${member} is a list`;
    case '"':
      return `member ${member} is the text ${show(textOf(text))}`;
    case "t":
    case "f":
      return `member ${member} is ${text}`;
    default:
      return `member ${member} is the number ${text}`;
  }
}

/** The text of a string, whose end may have been omitted. */
function textOf(string: string): string {
  try {
    return JSON.parse(string);
  } catch {
    return string.slice(1);
  }
}

function showName(text: string): string {
  return /^"([^"\\]|\\.)*"/.exec(text)?.[0] ?? show(text);
}

function showNext(text: string): string {
  if (/^\r?(\n|$)/.test(text)) return "the end of the line";
  // A character may take two UTF-16 units.
  return JSON.stringify(String.fromCodePoint(text.codePointAt(0)!));
}

/** What helps where a text is expected to be a number. */
function adviseText(
  text: string,
  { column, names }: { readonly column: string; readonly names: OptionLabels },
): string {
  return text.trim() !== "" && Number.isFinite(Number(text))
    ? `to remove the quotes of numbers, use jq -c '.${JSON.stringify(column)} |= tonumber' FILE`
    : `if it means null, use ${names.nullValue(text)}`;
}

function advise(found: number, text: string): string {
  if (found === OBJECT && text.startsWith("[")) {
    return "; to write a list as one object per line, use jq -c '.[]' FILE";
  }
  if (found === LINE_END) return "; each line holds one object";
  if (found !== OBJECT && /^\r?(\n|$)/.test(text)) {
    return "; each object must be on one line; use jq -c . FILE";
  }
  return "";
}
