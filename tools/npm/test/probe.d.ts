/**
 * Computes everything with the functions of a module, and gives a hash of each result by its name.
 */
export function probe(specol: object): Promise<Record<string, string>>;
