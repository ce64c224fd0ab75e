import type { ImportChoice, ImportRow } from '#contract/import-calls.ts';
import { sumOf } from '../../ui/money.ts';

/** Choices by the lines of their rows. Rows that stay as proposed are not in it. */
export type ImportChoices = ReadonlyMap<number, ImportChoice>;

type ProposedRow = Pick<ImportRow, 'line' | 'status' | 'amount' | 'matches' | 'otherHalf' | 'isTaken'>;

/** Choice that is proposed for a row: it is taken, as new ones are, or left out (product 11.3). */
export function proposed({ isTaken }: Pick<ImportRow, 'isTaken'>): ImportChoice {
  return isTaken ? 'take' : 'leave';
}

/** Whether a row is half of a transfer without another half, in the file and in the books. */
export function rowLacksOtherHalf({ status, otherHalf, matches }: ProposedRow): boolean {
  return status === 'transfer' && otherHalf === null && matches.length === 0;
}

/** Choice that applies to a row: the choice made, or the proposed choice. */
export function choiceOf(choices: ImportChoices, row: ProposedRow): ImportChoice {
  return choices.get(row.line) ?? proposed(row);
}

/** A choice as a text, by which choices are compared. */
export function keyOfChoice(choice: ImportChoice): string {
  if (typeof choice === 'string') return choice;
  return 'match' in choice ? choice.match : `account ${choice.account}`;
}

/**
 * Returns the choices with a new one for a row. The other half of a transfer in the file gets it too, unless the row is
 * matched.
 */
export function choose(choices: ImportChoices, row: ProposedRow, choice: ImportChoice): ImportChoices {
  const changed = new Map(choices);
  // Both halves of a transfer are proposed alike.
  const halves = row.otherHalf !== null && typeof choice === 'string' ? [row.line, row.otherHalf] : [row.line];
  for (const line of halves) {
    if (keyOfChoice(choice) === keyOfChoice(proposed(row))) changed.delete(line);
    else changed.set(line, choice);
  }
  return changed;
}

/**
 * Amount that a row adds to its account, in whole units: 0 if it is left out or matches an entry of the same amount.
 */
export function addedBy(row: ProposedRow, choice: ImportChoice): number {
  if (row.amount === null || choice === 'leave') return 0;
  if (typeof choice === 'string' || 'account' in choice) return row.amount;
  // The other half of a transfer is in another account, so the row adds to its own.
  if (row.status === 'transfer' && row.matches.some(({ id }) => id === choice.match)) return row.amount;
  // An entry that was imported with another amount makes room for the row.
  const before = row.matches.find(({ id }) => id === choice.match)?.amount;
  return before === undefined ? 0 : sumOf(row.amount, -before);
}

/** Returns the row of a line, or undefined while it is not loaded. Rows are in the order of their lines. */
export function choiceRow<Row extends { line: number }>(rows: readonly Row[], line: number): Row | undefined {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return rows[low]?.line === line ? rows[low] : undefined;
}

/** Number of entries that an import makes or matches. Takes the number of those proposed, and the loaded rows. */
export function entriesChosen(proposedEntries: number, choices: ImportChoices, rows: readonly ProposedRow[]): number {
  let count = proposedEntries;
  for (const [line, choice] of choices) {
    const row = choiceRow(rows, line);
    const isSecond = row !== undefined && isSecondHalf(row, choice, choices);
    if (row && proposed(row) === 'take') {
      if (choice === 'leave' && !isSecond) count -= 1;
      if (choice === 'apart' && isSecond) count += 1;
    } else if (choice !== 'leave' && !(choice === 'take' && isSecond)) count += 1;
  }
  return count;
}

/** Amounts that choices add to the accounts of a file beyond the proposal, in whole units, by account key. */
export function addedByChoices(choices: ImportChoices, rows: readonly ImportRow[]): ReadonlyMap<string, number> {
  const added = new Map<string, number>();
  for (const [line, choice] of choices) {
    const row = choiceRow(rows, line);
    if (!row) continue;
    const more = addedBy(row, choice) - addedBy(row, proposed(row));
    added.set(row.account, sumOf(added.get(row.account) ?? 0, more));
  }
  return added;
}

/** Whether a row is the second half of a transfer in the file of which both are chosen alike. */
function isSecondHalf({ line, otherHalf }: ProposedRow, choice: ImportChoice, choices: ImportChoices): boolean {
  return otherHalf !== null && otherHalf < line && choices.get(otherHalf) === choice;
}
