import { assertEquals } from "@std/assert";
import { addCleanup, cleanUpOnInterrupt } from "../../io/signals.ts";

Deno.test({
  name: "of two runs at the same time, one that ends leaves interrupts to the other",
  ignore: Deno.build.os === "windows",
  fn() {
    const { addSignalListener, removeSignalListener } = Deno;
    const listening = new Set<string>();
    Deno.addSignalListener = (signal) => void listening.add(signal);
    Deno.removeSignalListener = (signal) => void listening.delete(signal);
    const signals = () => [...listening].filter((signal) => signal !== "SIGXFSZ").sort();
    try {
      addCleanup(() => {})[Symbol.dispose]();
      assertEquals(signals(), []);
      const first = cleanUpOnInterrupt();
      const second = cleanUpOnInterrupt();
      first[Symbol.dispose]();
      first[Symbol.dispose]();
      using _ = addCleanup(() => {});
      assertEquals(signals(), ["SIGHUP", "SIGINT", "SIGTERM"]);
      const third = cleanUpOnInterrupt();
      second[Symbol.dispose]();
      assertEquals(signals(), ["SIGHUP", "SIGINT", "SIGTERM"]);
      third[Symbol.dispose]();
      assertEquals(signals(), []);
    } finally {
      Object.assign(Deno, { addSignalListener, removeSignalListener });
    }
  },
});
