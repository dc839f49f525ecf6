import { assert, assertEquals } from "@std/assert";
import { Pace } from "../../webgpu/programs.ts";

const bytes = 2 ** 20;

Deno.test("the first piece is asked for at once", () => {
  assertEquals(new Pace().expect(bytes), 0);
});

Deno.test("a piece that had to be waited for is asked for shortly before it is done", () => {
  const pace = new Pace();
  pace.learn({ bytes, asked: 0, answered: 40 });
  assertEquals(pace.expect(bytes), 36);
  assertEquals(pace.expect(bytes / 2), 18);
  pace.learn({ bytes, asked: 36, answered: 50 });
  assertEquals(pace.expect(bytes), 45);
});

Deno.test("a piece that was there is asked for earlier the next time", () => {
  const pace = new Pace();
  pace.learn({ bytes, asked: 0, answered: 40 });
  for (let i = 0; i < 20; i++) {
    const asked = pace.expect(bytes);
    pace.learn({ bytes, asked, answered: asked + 0.1 });
  }
  assert(pace.expect(bytes) < 0.1);
});

Deno.test("neither small pieces nor a piece that was disturbed mislead it", () => {
  const pace = new Pace();
  pace.learn({ bytes: 4, asked: 0, answered: 10 });
  assertEquals(pace.expect(bytes), 0);
  assertEquals(pace.expect(4), 0);
  pace.learn({ bytes, asked: 0, answered: 40 });
  pace.learn({ bytes, asked: 36, answered: 5000 });
  assertEquals(pace.expect(bytes), 72);
});
