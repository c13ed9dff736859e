/** Assertions, and how much they say. */
export interface Weight {
  assertions: number;
  strength: number;
}

export function sumOf(weights: readonly Weight[]): Weight {
  return weights.reduce(
    (total, one) => ({
      assertions: total.assertions + one.assertions,
      strength: total.strength + one.strength,
    }),
    { assertions: 0, strength: 0 },
  );
}
