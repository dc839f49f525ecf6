/** What came of a file. */
export interface Verdict {
  /** `error` is an error that says what is not supported: the file is refused, not misread. */
  readonly outcome: "passes" | "error" | "FAIL";
  readonly words: string;
}

/** Runs a check; an error in specol's own form is a clear one, any other is a failure. */
export async function judge(check: () => Promise<string>): Promise<Verdict> {
  try {
    return { outcome: "passes", words: await check() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isClear = /^Cannot (read|write) [^:]+: /.test(error.message);
    return { outcome: isClear ? "error" : "FAIL", words: error.message };
  }
}
