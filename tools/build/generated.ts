/** A file that is made from sources, and committed with them. */
export interface Generated {
  /** Its path from the root of the repository. */
  readonly path: string;
  /** Whether it was made from the sources that are there. Needs nothing but to read them. */
  isFresh(): Promise<boolean>;
  /** Makes its text anew from the sources. */
  make(): Promise<string>;
}
