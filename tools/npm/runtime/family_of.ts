/** The family that a kernel belongs to, by its name. */
export function familyOf(kernel: string): "bessel" | "gamma" {
  return /^i[01]/.test(kernel) ? "bessel" : "gamma";
}
