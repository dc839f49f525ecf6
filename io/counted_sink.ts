import type { ByteSink, Outlet } from "./byte_sink.ts";

/** A sink that tells how many bytes are written to it: those that wait in a spool, when they are. */
export function countedSink(sink: ByteSink, count: (bytes: number) => void): ByteSink {
  const counted: ByteSink = {
    async write(bytes): Promise<void> {
      await sink.write(bytes);
      count(bytes.length);
    },
    spool: (into = counted) => sink.spool(into),
    finish: () => sink.finish(),
    get outlet(): Outlet | undefined {
      const { outlet } = sink;
      return outlet && {
        ...outlet,
        wrote(bytes: number): void {
          outlet.wrote(bytes);
          count(bytes);
        },
      };
    },
    [Symbol.dispose]: () => sink[Symbol.dispose](),
  };
  return counted;
}
