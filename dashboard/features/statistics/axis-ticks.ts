const TICK_FACTORS = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10];

const TICK_INTERVALS = 4;

/** Tick values of a y axis: 0 and four evenly spaced round amounts, the last at least `max`. */
export function axisTicks(max: number): number[] {
  const stepMin = Math.max(max, 1) / TICK_INTERVALS;
  const power = 10 ** Math.floor(Math.log10(stepMin));
  const factor = TICK_FACTORS.find((step) => step * power >= stepMin * (1 - 1e-9)) ?? 10;
  // Removes floating-point noise: 3 * 0.1 becomes 0.3.
  return Array.from({ length: TICK_INTERVALS + 1 }, (_, index) => Number((index * factor * power).toPrecision(12)));
}
