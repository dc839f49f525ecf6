import { type Command, type Flag, formatFlags, HELP } from "./command.ts";
import { print } from "./print.ts";

const FLAGS: readonly Flag[] = [HELP];

/** Shows the devices that can compute: `specol devices`. */
export const devicesCommand: Command = {
  name: "devices",
  summary: "show the CPU, the GPUs, and which of them auto would use",
  flags: FLAGS,
  operands: 0,
  help: () =>
    `specol devices: ${devicesCommand.summary}

Usage: specol devices

Options:
${formatFlags(FLAGS)}

Examples:
  specol devices
  specol lgamma --device webgpu x.npy -o y.npy`,
  async run(): Promise<void> {
    // This is imported late, because only commands that use a GPU need it.
    const { formatDevices } = await import("./format_devices.ts");
    await print(await formatDevices());
  },
};
