import { main } from "../commands/main.ts";

Deno.exit(await main(Deno.args));
