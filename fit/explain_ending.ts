import type { Found } from "./climb.ts";

/** What a search was for. */
export interface Searched {
  /** The names of the parameters. */
  readonly names: readonly string[];
  readonly minimize: boolean;
  /** Steps that the search could take. */
  readonly iterations: number;
  /** Rows that were added up. */
  readonly rows: number;
}

/** Explains why a search did not converge, and what to do. */
export function explainEnding(
  { ending, about, parameters, goesToZero }: Found,
  { names, minimize, iterations, rows }: Searched,
): string {
  const extreme = minimize ? "minimum" : "maximum";
  const changes = minimize ? "falls" : "rises";
  const few = rows < names.length
    ? `; ${rows === 1 ? "1 row does" : `${rows} rows do`} not determine ${names.length} parameters`
    : "";
  switch (ending) {
    case "outside":
      return "the sum is not finite at the start; start inside the domain of the expression";
    case "unbounded": {
      const [i] = about;
      const which = names[i] ?? "a parameter";
      const where = i === undefined ? "" : ` (${which} = ${parameters[i].toPrecision(3)})`;
      const goes = goesToZero ? "goes to 0" : "runs off";
      return `there is no ${extreme}: the sum still ${changes} as ${which} ${goes}${where}${few}`;
    }
    case "edge":
      return `there is no ${extreme} inside the domain: the sum ${changes} up to its edge${few}`;
    case "unidentified": {
      const which = about.map((i) => names[i]).join(" and ") || "the parameters";
      return `the Hessian is singular: other values of ${which} give the same sum, up to rounding; ` +
        `leave a parameter out, or centre columns far from 0${few}`;
    }
    case "stuck":
      return `no step along the gradient ${
        minimize ? "lowers" : "raises"
      } the sum: the expression ` +
        `may have a kink or a jump there`;
    case "exhausted": {
      const [i] = about;
      const where = i === undefined
        ? ""
        : `: ${names[i]} is still changing (${names[i]} = ${parameters[i].toPrecision(3)})`;
      const steps = iterations === 1 ? "1 iteration was" : `${iterations} iterations were`;
      return `${steps} not enough${where}; allow more, or start closer`;
    }
    case "empty":
      return "no row has values in all columns of the expression";
    case "active":
    case "converged":
      return "";
  }
}
