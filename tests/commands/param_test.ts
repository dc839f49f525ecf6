import { assertEquals, assertStringIncludes } from "@std/assert";
import { expression } from "../../plan/expression/expression.ts";
import { Workdir } from "../workdir.ts";

const VON_MISES = ["ll = k * cos(t) - log(i0(k))", "dk = grad(ll, k)", "second = grad(dk, k)"];

Deno.test("grad takes a parameter and a let like a column", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "t\n0.5\n2\n");
  await dir.write("column.csv", "t,k\n0.5,0.8\n2,0.8\n");
  const [option, named, column] = await Promise.all([
    dir.specol("map", "--only", "--param", "k=0.8", ...VON_MISES, "in.csv"),
    dir.specol("map", "--only", "let k = 0.8", ...VON_MISES, "in.csv"),
    dir.specol("map", "--only", ...VON_MISES, "column.csv"),
  ]);
  assertEquals(option.stderr, "");
  assertEquals(
    option.stdout,
    "ll,dk,second\n0.5480454442559678,0.5065073239022233,-0.3984591202668515\n" +
      "-0.48693807449404436,-0.7872220745352918,-0.3984591202668515\n",
  );
  assertEquals(named.stdout, option.stdout);
  assertEquals(column.stdout, option.stdout);
});

Deno.test("equal numbers with other names are other parameters", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x\n3\n");
  const { stdout } = await dir.specol(
    ...["map", "--only", "--param", "a=2", "--param", "b=2,c=0.5", "let d = a * b"],
    ...["da = grad(a * x + b * x^2, a)", "dd = grad(d * d * x, d)", "through = grad(d * x, a)"],
    ...["plain = a * x + 2 * x", "in.csv"],
  );
  assertEquals(stdout, "da,dd,through,plain\n3,24,6,12\n");
});

Deno.test("a parameter is the same as its number written in the expression, to the last bit", async () => {
  await using dir = await Workdir.create();
  const rows = Array.from({ length: 500 }, (_, i) => 2.3 + i * 0.17);
  await dir.write("in.csv", `x\n${rows.join("\n")}\n`);
  const [named, written] = await Promise.all([
    dir.specol(
      "map",
      "--param",
      "p=3,n=2,h=0.5",
      "y = multigammaln(x, p) + polygamma(x, n) * h^2",
      "in.csv",
    ),
    dir.specol("map", "y = multigammaln(x, 3) + polygamma(x, 2) * 0.5^2", "in.csv"),
  ]);
  assertEquals(named.stderr, "");
  assertEquals(named.stdout, written.stdout);
});

Deno.test("reduce and runs in pieces take parameters", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x\n1\n2\n3\n4\n");
  const work = ["reduce", "--param", "k=0.5", "s = sum(k * x)", "d = sum(grad(k^2 * x, k))"];
  assertEquals((await dir.specol(...work, "in.csv")).stdout, "s,d\n5,10\n");
  for (const i of [1, 2]) {
    const part = await dir.specol(...work, "in.csv", "--part", `${i}/2`, "-o", `p${i}`);
    assertEquals(part.stderr, "");
  }
  assertEquals((await dir.specol("concat", "p1", "p2", "--to", "csv")).stdout, "s,d\n5,10\n");
  const other = await dir.specol(
    ...["reduce", "--param", "k=0.25", "s = sum(k * x)", "d = sum(grad(k^2 * x, k))", "in.csv"],
    ...["--part", "2/2", "-o", "p2"],
  );
  assertEquals(other.status, 0);
  const mixed = await dir.specol("concat", "p1", "p2", "--to", "csv");
  assertEquals(mixed.status, 1);
});

Deno.test("a wrong parameter is an error that says what to do", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "t,u\n1,2\n");
  const cases: readonly (readonly [readonly string[], string])[] = [
    [
      ["--param", "t=3", "y = u"],
      "t is a parameter and a column of in.csv: rename the parameter, or leave out --param t",
    ],
    [["--param", "k", "y = u"], "Option --param must be NAME=VALUE, such as k=0.8, got k"],
    [["--param", "k=", "y = u"], "Parameter k must be a number, such as k=0.8, got nothing"],
    [["--param", "k=u", "y = u"], "Parameter k must be a number, such as k=0.8, got u"],
    [["--param", "k=1", "--param", "k=2", "y = u"], "Parameter k is given twice"],
    [["--param", "pi=3", "y = u"], "Parameter pi needs another name"],
    [
      ["--param", "2k=3", "y = u"],
      "The name of a parameter must be a plain word, such as k, got 2k",
    ],
    [
      ["--param", "k 2=3", "y = u"],
      "The name of a parameter must be a plain word, such as k, got k 2",
    ],
    [
      ["--param", "κ-2=3", "y = u"],
      "The name of a parameter must be a plain word, such as k, got κ-2",
    ],
    [["--param", "k=3", "k = u"], "k is a parameter of --param: give the result another name"],
    [["--param", "k=3", "let k = 2", "y = u"], "give the let another name"],
    [["--param", "kappa=3", "y = kapa * u"], "Unknown name kapa, did you mean kappa?"],
    [["--param", "n=-1", "y = polygamma(u, n)"], "n of polygamma(x, n) must be an integer >= 0"],
    [["y = grad(u, 3)"], "The second argument of grad is a column, a parameter or an earlier name"],
    [["y = grad(u, pi)"], "name it first, with let k = 0.8 or --param k=0.8"],
  ];
  for (const [args, message] of cases) {
    const { status, stderr, stdout } = await dir.specol("map", ...args, "in.csv");
    assertStringIncludes(stderr, message);
    assertEquals([status, stdout], [2, ""], message);
  }
});

Deno.test("in a program, a let and a number among the inputs are parameters", () => {
  assertEquals(expression("let k = 0.5; grad(k^2 * t, k)")({ t: 3 }), 3);
  const product = expression("k * t");
  const t = new Float64Array([1, 2]);
  assertEquals(product({ t, k: 0.5 }), new Float64Array([0.5, 1]));
  assertEquals(product.grad("k")({ t, k: 0.5 }), t);
});
