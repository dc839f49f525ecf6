import { UsageError } from "../usage_error.ts";
import { type Assignment, parseAssignment } from "./parse_assignment.ts";
import { CONSTANTS } from "./resolve.ts";
import { isPlainName } from "./syntax.ts";

const VALUE = /^[-+]?(?:(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|pi|inf|nan)$/i;

/** Parses the values of `--param`, joined by commas: `k=0.8,r=2`. */
export function parseParameters(list: string): readonly Assignment[] {
  const parameters: Assignment[] = [];
  for (const text of list.split(",")) {
    const parameter = parseParameter(text);
    if (parameters.some(({ name }) => name === parameter.name)) {
      throw new UsageError(`Parameter ${parameter.name} is given twice: give it one value`);
    }
    parameters.push(parameter);
  }
  return parameters;
}

function parseParameter(text: string): Assignment {
  const at = text.indexOf("=");
  const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at < 1) {
    throw new UsageError(
      `Option --param must be NAME=VALUE, such as k=0.8, got ${text || "nothing"}`,
    );
  }
  if (!isPlainName(name)) {
    throw new UsageError(
      `The name of a parameter must be a plain word, such as k, got ${name || "nothing"}`,
    );
  }
  if (CONSTANTS.has(name)) {
    throw new UsageError(
      `Parameter ${name} needs another name: ${name} is a number in expressions`,
    );
  }
  if (!VALUE.test(value)) {
    throw new UsageError(
      `Parameter ${name} must be a number, such as ${name}=0.8, got ${value || "nothing"}`,
    );
  }
  return parseAssignment(`let ${name} = ${value.toLowerCase()}`);
}
