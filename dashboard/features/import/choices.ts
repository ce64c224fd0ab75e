import type { ImportChoice, ImportRow } from '#contract/import-calls.ts';
import { sumOf } from '../../ui/money.ts';

/** Choices by the lines of their rows. Rows that stay as proposed are not in it. */
export type Choices = ReadonlyMap<number, ImportChoice>;

type ProposedRow = Pick<ImportRow, 'line' | 'status' | 'amount' | 'matches' | 'otherHalf'>;

/** Choice that is proposed for a row: a new one is taken, any other left out (product 9.20). */
export function proposed({ status }: Pick<ImportRow, 'status'>): ImportChoice {
  return status === 'new' ? 'take' : 'leave';
}

/** Choice that applies to a row: the one made, or the proposed one. */
export function choiceOf(choices: Choices, row: ProposedRow): ImportChoice {
  return choices.get(row.line) ?? proposed(row);
}

const areSame = (choice: ImportChoice, proposal: ImportChoice) =>
  typeof choice === 'object' && typeof proposal === 'object' ? choice.match === proposal.match : choice === proposal;

/**
 * Returns the choices with a new one for a row. The other half of a transfer in the file gets it too, unless the row is
 * matched.
 */
export function choose(choices: Choices, row: ProposedRow, choice: ImportChoice): Choices {
  const changed = new Map(choices);
  // Both halves of a transfer are proposed alike.
  const halves = row.otherHalf !== null && typeof choice === 'string' ? [row.line, row.otherHalf] : [row.line];
  for (const line of halves) {
    if (areSame(choice, proposed(row))) changed.delete(line);
    else changed.set(line, choice);
  }
  return changed;
}

/**
 * Amount that a row adds to its account, in whole units: 0 if it is left out or matches an entry of the same amount.
 */
export function addedBy(row: ProposedRow, choice: ImportChoice): number {
  if (row.amount === null || choice === 'leave') return 0;
  // The other half of a transfer is in another account, so the row adds to its own.
  const isHalf =
    typeof choice === 'object' && row.status === 'transfer' && row.matches.some(({ id }) => id === choice.match);
  if (typeof choice === 'string' || isHalf) return row.amount;
  // An entry that was imported with another amount makes room for the row.
  const before = row.matches.find(({ id }) => id === choice.match)?.amount;
  return before === undefined ? 0 : sumOf(row.amount, -before);
}

/** Returns the row of a line, or undefined while it is not loaded. Rows are in the order of their lines. */
export function rowOf<Row extends { line: number }>(rows: readonly Row[], line: number): Row | undefined {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return rows[low]?.line === line ? rows[low] : undefined;
}

/** Number of entries that an import makes or matches. Takes the number of new rows, and the loaded rows. */
export function entriesChosen(newRows: number, choices: Choices, rows: readonly ProposedRow[]): number {
  let count = newRows;
  for (const [line, choice] of choices) {
    const row = rowOf(rows, line);
    if (row && proposed(row) === 'take') count -= choice === 'leave' ? 1 : 0;
    else if (choice !== 'leave' && !isSecondHalf(line, choice, row, choices)) count += 1;
  }
  return count;
}

/** Amounts that choices add to the accounts of a file beyond the proposal, in whole units, by account key. */
export function addedByChoices(choices: Choices, rows: readonly ImportRow[]): ReadonlyMap<string, number> {
  const added = new Map<string, number>();
  for (const [line, choice] of choices) {
    const row = rowOf(rows, line);
    if (!row) continue;
    const more = addedBy(row, choice) - addedBy(row, proposed(row));
    added.set(row.account, sumOf(added.get(row.account) ?? 0, more));
  }
  return added;
}

/** Whether a row is the second taken half of a transfer. Only the first counts. */
function isSecondHalf(line: number, choice: ImportChoice, row: ProposedRow | undefined, choices: Choices): boolean {
  const otherLine = row?.otherHalf ?? null;
  return choice === 'take' && otherLine !== null && otherLine < line && choices.get(otherLine) === 'take';
}
