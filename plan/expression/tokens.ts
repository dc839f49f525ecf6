import { errorAt, type Span } from "./span.ts";

/** A token of an expression. */
export interface Token extends Span {
  readonly kind: "name" | "quoted" | "number" | "mark" | "end";
  /** The text that the token stands for; a quoted name has no quotes here. */
  readonly text: string;
}

const SPACE = /\s*/y;
const QUOTED = /"((?:[^"]|"")*)"|`((?:[^`]|``)*)`/sy;
const NUMBER = /(?:\d|\.\d)[\w.]*(?:(?<=\d[eE])[-+]\d+)?/y;
const MARK = /<=|>=|==|!=|./suy;

/** Splits an expression into names, numbers and marks. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; tokens.at(-1)?.kind !== "end";) {
    at += match(SPACE, text, at)![0].length;
    const token = next(text, at);
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function next(text: string, start: number): Token {
  if (start === text.length) return { kind: "end", text: "", start, end: start };
  const quoted = match(QUOTED, text, start);
  if (quoted !== null) {
    const [whole, double, back = ""] = quoted;
    const name = double === undefined ? back.replaceAll("``", "`") : double.replaceAll('""', '"');
    return { kind: "quoted", text: name, start, end: start + whole.length };
  }
  const mark = match(MARK, text, start)![0];
  if (mark === '"' || mark === "`") {
    throw errorAt(`A name in quotes does not end: ${mark} is missing`, text, {
      start,
      end: text.length,
    });
  }
  // The runtime takes 0.5 ms to make this pattern, also where no expression is read: so it stands
  // here.
  const name = /[\p{L}\p{M}_$][\p{L}\p{M}\p{N}_$.]*/uy;
  for (const [kind, pattern] of [["name", name], ["number", NUMBER]] as const) {
    const found = match(pattern, text, start);
    if (found !== null) return { kind, text: found[0], start, end: start + found[0].length };
  }
  return { kind: "mark", text: mark, start, end: start + mark.length };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
