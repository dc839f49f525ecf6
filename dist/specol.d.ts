export { main } from "../commands/main.ts";
