import type { Syntax } from "./syntax.ts";

/**
 * Warns of `polygamma(2, n)`: an integer first and a column second. Other libraries take the order
 * first, so that this may be meant for `polygamma(n, 2)`.
 */
export function warnOfSwappedOrder(text: string, syntax: Syntax): string | undefined {
  const rest = [syntax];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (next.kind === "negation") rest.push(next.operand);
    if (next.kind === "binary") rest.push(next.right, next.left);
    if (next.kind !== "call") continue;
    rest.push(...next.args.toReversed());
    if (next.name !== "polygamma") continue;
    const [x, order] = next.args;
    if (x.kind !== "number" || !Number.isInteger(x.value)) continue;
    if (order.kind !== "name" && order.kind !== "column") continue;
    const [first, second] = [x, order].map(({ at }) => text.slice(at.start, at.end));
    return `Warning: in polygamma(${first}, ${second}) the order is ${second}, because the order ` +
      `comes second: polygamma(x, n). If ${first} is the order, write polygamma(${second}, ${first})`;
  }
}
