import { assertEquals } from "@std/assert";
import { eigenOf } from "../../fit/eigen.ts";

Deno.test("eigenvalues and eigenvectors make up the matrix again", () => {
  const matrix = Float64Array.of(2, -1, 0.5, -1, 3, 0.25, 0.5, 0.25, -1);
  const { values, vectors } = eigenOf(matrix, 3);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let sum = 0;
      for (let n = 0; n < 3; n++) sum += vectors[i * 3 + n] * values[n] * vectors[j * 3 + n];
      assertEquals(Math.abs(sum - matrix[i * 3 + j]) < 1e-15 * 8, true);
    }
  }
});
