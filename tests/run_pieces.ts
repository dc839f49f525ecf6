import { main } from "../commands/main.ts";

// Runs all pieces of a command in one process, since a test of a hundred pieces would start a hundred.
// Usage: run_pieces.ts N OUTPUT COMMAND ...

const [parts, output, ...command] = Deno.args;
for (let i = 1; i <= Number(parts); i++) {
  const piece = [...command, "--part", `${i}/${parts}`, "-o", `${output}.${i}`];
  const status = await main([...piece, "--manifest", `${output}.${i}.json`]);
  if (status !== 0) Deno.exit(status);
}
