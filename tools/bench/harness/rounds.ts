/** Two functions that each give one measured value. */
export type Pair = { ours: () => Promise<number>; reference: () => Promise<number> };

/** Medians of both sides and of the ratios; `least` and `most` are the ratios' quartiles. */
export type Result = { ours: number; reference: number; ratio: number; least: number; most: number; rounds: number };

/** With fewer rounds the spread is not meaningful. */
export const ROUNDS_MIN = 9;

/**
 * Measures both sides in each round, in alternating order, so that other load on the machine affects both equally. The
 * first round is a warm-up and doesn't count.
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

/** A quantile of the values, by default the median. */
export function quantile(values: readonly number[], part = 0.5): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}
