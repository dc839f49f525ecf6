import { type FunctionSpec, registry } from "../functions/registry.ts";
import type { Command } from "./command.ts";
import { type Arguments, type Flag, formatFlags, HELP } from "./flags.ts";
import { print } from "./print.ts";

const FLAGS: readonly Flag[] = [
  { name: "json", summary: "write the list as JSON" },
  HELP,
];

/** Lists the functions: `specol list`. */
export const listCommand: Command = {
  name: "list",
  summary: "list the functions with domain, gradient and error bound",
  flags: FLAGS,
  operands: 0,
  help: () =>
    `specol list: ${listCommand.summary}

Usage: specol list [options]

Options:
${formatFlags(FLAGS)}`,
  async run({ options }: Arguments): Promise<void> {
    await print(options.has("json") ? formatJson() : formatText());
  },
};

function formatText(): string {
  const blocks = registry.map((spec) =>
    [
      `${spec.name.padEnd(8)}${spec.summary}`,
      `        domain:   ${spec.domain}`,
      `        gradient: ${spec.gradient}`,
      `        error:    ${formatBudget(spec.budget)}`,
    ].join("\n")
  );
  return [...blocks, "The error is the distance from the correctly rounded result."].join("\n");
}

function formatJson(): string {
  const functions = registry.map(
    ({ name, summary, domain, gradient, budget }) => ({
      name,
      summary,
      domain,
      gradient,
      budget,
    }),
  );
  return JSON.stringify(functions, null, 2);
}

function formatBudget(budget: FunctionSpec["budget"]): string {
  const parts = Object.entries(budget).map(([type, ulp]) => `${ulp} ulp in ${type}`);
  return `at most ${parts.join(", ")}`;
}
