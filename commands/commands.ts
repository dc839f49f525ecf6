import { registry } from "../functions/registry.ts";
import { applyCommand } from "./apply.ts";
import type { Command } from "./command.ts";
import { completionsCommand } from "./completions.ts";
import { convertCommand } from "./convert.ts";
import { devicesCommand } from "./devices.ts";
import { listCommand } from "./list.ts";
import { mapCommand } from "./map.ts";

/** Every command, in the order in which they are listed. */
export const COMMANDS: readonly Command[] = [
  ...registry.map(applyCommand),
  mapCommand,
  convertCommand,
  listCommand,
  devicesCommand,
  completionsCommand(() => COMMANDS),
];
