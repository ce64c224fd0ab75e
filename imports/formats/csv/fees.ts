import type { ParseOptions, Question } from '../../parsed.ts';
import type { DecimalMark } from './amounts.ts';
import { centsIn, type MoneyColumns } from './columns.ts';
import { isFee, normalisedHeader } from './headers.ts';
import { holdsAmounts, type Layout } from './layout.ts';
import type { TableLine } from './syntax.ts';

/** The column of fees that an amount after fees, by its header, leaves out; undefined for none. */
export function feeApart(layout: Layout, { amount }: MoneyColumns): number | undefined {
  const isAfterFees = /\bafter fees?\b/.test(normalisedHeader(layout.columns[amount ?? -1]?.header ?? ''));
  return isAfterFees ? feeColumn(layout, amount) : undefined;
}

/**
 * Asks whether the fees of a column left the account beside the amounts, where the balances follow with the fee taken
 * off, too, or there are none (`isPossible`; product 11.10). Returns the column to take off, and null as the question
 * where there are no fees.
 */
export function askedFee(
  layout: Layout,
  entries: readonly TableLine[],
  { amount }: MoneyColumns,
  isPossible: (fee: number) => boolean,
  mark: DecimalMark,
  { answers }: ParseOptions,
): { fee: number | undefined; question: Question | null } {
  const column = amount === undefined ? undefined : feeColumn(layout, amount);
  const centsOf = (line: TableLine, index: number) => centsIn(line, index, mark) ?? 0;
  const charged = entries.find((line) => column !== undefined && centsOf(line, column) !== 0);
  if (column === undefined || amount === undefined || !charged) return { fee: undefined, question: null };
  // An amount that is another column without the fee, such as `Net` beside `Gross`, has no more to take off.
  const others = layout.columns.filter(({ index }) => index !== amount && index !== column);
  const isNet = others.some(({ index }) =>
    entries.every((line) => Math.abs(centsOf(line, index) - centsOf(line, amount)) === Math.abs(centsOf(line, column))),
  );
  if (isNet || !isPossible(column)) return { fee: undefined, question: null };
  const [apart, within] = [`${amount}-${column}`, String(amount)];
  const given = [apart, within].find((value) => value === answers['amount-column']) ?? null;
  const answer = given ?? apart;
  const [of, fee] = [amount, column].map((index) => (charged.cells[index] ?? '').trim());
  return {
    fee: answer === apart ? column : undefined,
    question: {
      id: 'amount-column',
      account: null,
      text: `Did the fee of ${fee} leave the account beside the amount of ${of}?`,
      choices: [
        { value: apart, label: 'Yes, both left it' },
        { value: within, label: 'No, the fee is in the amount' },
      ],
      answer,
      isOpen: given === null,
    },
  };
}

function feeColumn({ columns }: Layout, amount: number | undefined): number | undefined {
  return columns.find((column) => isFee(column.header) && column.index !== amount && holdsAmounts(column))?.index;
}
