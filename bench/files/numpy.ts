import { type Program, PYTHON, runProgram } from "../program.ts";

// The start of Python and its imports are not counted, in favour of the peer.
const LGAMMA = `
import sys, time
import numpy
from scipy.special import gammaln
start = time.perf_counter()
numpy.save(sys.argv[2], gammaln(numpy.load(sys.argv[1])))
print(time.perf_counter() - start)
`;

const VERSION = `
import numpy, scipy.special
print(f"{numpy.__version__}, SciPy {scipy.__version__}")
`;

/** lgamma from npy file to npy file; prints its seconds. */
export function numpyLgamma(from: string, to: string): Program {
  return { command: PYTHON, args: ["-c", LGAMMA, from, to] };
}

/** The versions, or nothing if it is not installed. */
export async function numpyVersion(): Promise<string | undefined> {
  try {
    return (await runProgram({ command: PYTHON, args: ["-c", VERSION] })).trim();
  } catch {
    return undefined;
  }
}
