import type { Answers, ParsedFile, Question } from '../../parsed.ts';
import type { StatedBalances } from './stated-balances.ts';

/** A table as it was read, and the balances that it states apart from its entries. */
export type ReadTable = { file: ParsedFile; stated: StatedBalances };

/** The questions whose answers change amounts. */
const OF_MONEY = new Set<Question['id']>(['direction', 'card', 'amount-column', 'decimal-mark', 'unit', 'status']);

/**
 * Reads a table with the single answer to its open question of money by which the entries lead from the opening balance
 * that the file states to the closing balance (product 11.10); with no answer where several answers do, or none does.
 */
export function decidedByTotals(read: (answers: Answers) => ReadTable, answers: Answers): ParsedFile {
  const { file, stated } = read(answers);
  const { opening, closing } = stated;
  const [question, ...others] = file.questions.filter(({ id, isOpen }) => isOpen && OF_MONEY.has(id));
  if (opening === null || closing === null || !question || others.length > 0) return file;
  const readings = question.choices.map(({ value }) => read({ ...answers, [question.id]: value }).file);
  const [proven, ...more] = readings.filter((reading) => {
    const total = reading.rows.reduce((sum, { amount, notBooked }) => sum + (notBooked ? 0 : (amount ?? 0)), 0);
    // The debt in a card's balance is a positive number in some files.
    return reading.accounts.length === 1 && (closing - opening === total || isOwed(reading, opening - closing, total));
  });
  if (!proven || more.length > 0) return file;
  const because = 'The rows lead from the opening balance that the file states to its closing balance';
  return {
    ...proven,
    questions: proven.questions.filter(({ id }) => id !== question.id),
    mapping: proven.mapping && { ...proven.mapping, because },
  };
}

function isOwed({ accounts }: ParsedFile, owed: number, moved: number): boolean {
  return accounts[0]?.kind === 'Credit card' && owed === moved;
}
