const STEPS = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10];

/** How many steps lead from 0 to the top of a chart. */
const COUNT = 4;

/** The amounts at a chart's hairlines: 0 and four even steps of a round size, up to at least `most`. */
export function axisTicks(most: number): number[] {
  const least = Math.max(most, 1) / COUNT;
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = STEPS.find((step) => step * power >= least * (1 - 1e-9)) ?? 10;
  // Through text, so that 3 × 0.1 is 0.3.
  return Array.from({ length: COUNT + 1 }, (_, at) => Number((at * factor * power).toPrecision(12)));
}

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });

/** An amount as a chart's side says it, e.g. `$12.5k`. */
export function compactMoney(amount: number, currency: string): string {
  return currency + short.format(amount).replace('K', 'k');
}
