/** Two ways to do the same, each giving a figure: what is measured, and what it is measured against. */
export type Pair = { ours: () => Promise<number>; reference: () => Promise<number> };

/** The figures of all rounds, in order, and what they come to. */
export type Result = { ours: number; reference: number; ratio: number; least: number; most: number; rounds: number };

/** Fewer rounds than this tell nothing. */
export const LEAST_ROUNDS = 9;

/**
 * Measures both sides in turn, round after round, one side first in the one and the other in the next, so that whatever
 * else the machine does meets both alike. Gives the medians, and the ratios' median with their quartiles as the spread.
 * The first round only warms up.
 */
export async function interleaved({ ours, reference }: Pair, rounds: number): Promise<Result> {
  const figures: { ours: number; reference: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const first = await (round % 2 === 0 ? ours : reference)();
    const second = await (round % 2 === 0 ? reference : ours)();
    if (round === 0) continue;
    figures.push(round % 2 === 0 ? { ours: first, reference: second } : { ours: second, reference: first });
  }
  const ratios = figures.map((figure) => figure.ours / figure.reference);
  return {
    ours: quantile(figures.map((figure) => figure.ours)),
    reference: quantile(figures.map((figure) => figure.reference)),
    ratio: quantile(ratios),
    least: quantile(ratios, 0.25),
    most: quantile(ratios, 0.75),
    rounds,
  };
}

/** The value below which this part of the values lies: the median unless told. */
export function quantile(values: readonly number[], part = 0.5): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}
