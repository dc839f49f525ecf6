/**
 * The names of the inputs of an expression whose text is known to TypeScript: `"n" | "r"` for
 * `"lgamma(n + r)"`. Any name, if the text is not a literal or has quotes or logical operators.
 */
export type InputNames<Text extends string> = string extends Text ? string
  : Text extends `${string}${Quote}${string}` ? string
  : NamesOf<OneLine<Text>>;

/** @ignore */
export type NamesOf<Text extends string> = AnyIfLogical<
  Exclude<
    UsedIn<Split<Text, ";">>,
    DefinedIn<Split<Text, ";">> | Constant | `${Digit | "."}${string}` | `${string}(` | ""
  >
>;

type AnyIfLogical<Names> = [Extract<Names, Logical>] extends [never] ? Names : string;

/** @ignore */
export type Quote = '"' | "`" | "'";
type Constant = "pi" | "inf" | "nan";
type Logical = "and" | "or" | "not";
type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** The text in front of each separator, and that after the last one. */
type Split<Text extends string, Separator extends string, Found = never> = Text extends
  `${infer Head}${Separator}${infer Tail}` ? Split<Tail, Separator, Found | Head>
  : Found | Text;

/** Does so for spaces and each mark but the opening parenthesis. */
type Words<Text> = SplitEach<
  Text,
  [" ", "+", "-", "*", "/", "^", ")", ",", "<", ">", "=", "!"]
>;

type SplitEach<Text, Separators> = Separators extends [infer First extends string, ...infer Rest]
  ? SplitEach<Text extends string ? Split<Text, First> : never, Rest>
  : Text;

/** The text in front of each opening parenthesis, with it: what is called ends in one. */
type Calls<Text extends string, Found = never> = Text extends `${infer Head}(${infer Tail}`
  ? Calls<Tail, Found | `${TrimEnd<Head>}(`>
  : Found | Text;

type TrimEnd<Text extends string> = Text extends `${infer Head} ` ? TrimEnd<Head> : Text;
type Trim<Text extends string> = Text extends ` ${infer Tail}` ? Trim<Tail> : TrimEnd<Text>;

/** @ignore */
export type OneLine<Text extends string> = Text extends
  `${infer Head}${"\n" | "\t" | "\r"}${infer Tail}` ? OneLine<`${Head} ${Tail}`>
  : Text;

/** The words of statements, `let NAME = EXPR` or `EXPR`. */
type UsedIn<Statement extends string> = Statement extends string
  ? Trim<Statement> extends `let ${string}=${infer Value}` ? Words<Calls<Value>>
  : Words<Calls<Statement>>
  : never;

/** The names that statements define. */
type DefinedIn<Statement extends string> = Statement extends string
  ? Trim<Statement> extends `let ${infer Name}=${string}` ? Trim<Name> : never
  : never;
