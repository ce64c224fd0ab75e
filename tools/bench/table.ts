import type { Measure } from './harness/measure.ts';
import type { Result } from './harness/rounds.ts';

const COLUMNS = [44, 14, 14, 9, 16, 9] as const;

/** The head of the table. */
export const head = (): string => row(['measure', 'ours', 'reference', 'ratio', 'quartiles', 'goal']);

/** The table row of a measure; marks one that misses its goal. */
export function tableLine({ name, unit, goal }: Measure, { ours, reference, ratio, least, most }: Result): string {
  const isMet = 'least' in goal ? ratio >= goal.least : ratio <= goal.most;
  const wanted = 'least' in goal ? `≥ ${goal.least}` : `≤ ${goal.most}`;
  const spread = `${least.toFixed(2)} – ${most.toFixed(2)}`;
  const cells = [name, figure(ours, unit), figure(reference, unit), ratio.toFixed(2), spread, wanted];
  return `${row(cells)}${isMet ? '' : '  missed'}`;
}

const figure = (value: number, unit: string): string =>
  `${value >= 100 ? Math.round(value) : value.toFixed(2)} ${unit}`;

function row(cells: readonly string[]): string {
  return cells
    .map((cell, index) => (index === 0 ? cell.padEnd(COLUMNS[0]) : cell.padStart(COLUMNS[index] ?? 10)))
    .join('');
}
