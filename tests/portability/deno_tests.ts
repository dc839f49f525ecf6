// The part of Deno that tests of bits use, for Node.js: registers tests instead of running them.

type Test = { name: string; run: () => void | Promise<void> };

export const tests: Test[] = [];

if (!("Deno" in globalThis)) {
  Object.assign(globalThis, {
    Deno: {
      test: (name: string, run: Test["run"]) => tests.push({ name, run }),
      permissions: { querySync: () => ({ state: "denied" }) },
    },
  });
}
