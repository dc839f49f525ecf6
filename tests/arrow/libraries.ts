// deno-lint-ignore-file no-explicit-any -- several versions of libraries with many types

/** A library with its version; those of apache-arrow have the same interface. */
export interface Library {
  readonly name: string;
  readonly arrow: any;
}

const VERSIONS = ["npm:apache-arrow@15.0.2", "npm:apache-arrow@18.1.0", "npm:apache-arrow@21.2.0"];

/** The versions of apache-arrow that are tried: the oldest, one between and the newest. */
export async function loadVersions(): Promise<readonly Library[]> {
  return await Promise.all(VERSIONS.map(async (name) => ({ name, arrow: await import(name) })));
}

/** Loads flechette. */
export async function loadFlechette(): Promise<any> {
  const name = "npm:@uwdata/flechette@2.6.0";
  return await import(name);
}
