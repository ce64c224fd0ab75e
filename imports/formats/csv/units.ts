import type { ParseOptions, Question } from '../../parsed.ts';
import { readAmount } from './amounts.ts';
import type { MoneyColumns } from './columns.ts';
import { normalisedHeader } from './headers.ts';
import { holdsAmounts, type Layout } from './layout.ts';
import type { TableLine } from './syntax.ts';

const CENTS = /\b(cents?|minor units?|pence|centimes|centavos|centimos|centesimi|ore|halere|grosze|kopecks)\b/;
/** A header that a program named, such as `created_at` and `transactionId`. */
const OF_PROGRAM = /^[a-z][a-z0-9]*(?:[_.][a-z0-9]+|[A-Z][a-z0-9]*)+$/;
const ENTRIES_MIN = 3;
/** Most amounts in cents are a whole unit and more, and few are whole units. */
const LARGE_SHARE = 0.8;
const ROUND_SHARE = 0.5;
const LOOKED_ENTRIES = 400;
const VALUES = ['cents', 'whole'] as const;

/**
 * The columns of money that are in cents, by their headers, the mapping or the answer, and the question for it: where a
 * program wrote whole numbers, of which most are no round ones (product 11.10).
 */
export function unitOfTable(
  layout: Layout,
  entries: readonly TableLine[],
  money: MoneyColumns,
  { mapping, answers }: ParseOptions,
): { inCents: ReadonlySet<number>; question: Question | null } {
  const { amount, debit, credit, balance } = money;
  const of = [amount, debit, credit, balance].filter((index) => index !== undefined);
  if (mapping?.unit !== undefined) return { inCents: new Set(mapping.unit === 'cents' ? of : []), question: null };
  const named = columnsByHeader(layout, entries);
  if (named.size > 0) return { inCents: named, question: null };
  const example = exampleOf(layout, entries, of);
  if (example === null) return { inCents: named, question: null };
  const given = VALUES.find((value) => value === answers.unit) ?? null;
  const answer = given ?? 'cents';
  const [inCents, whole] = [Number(example) / 100, Number(example)].map((value) =>
    value.toLocaleString('en-US', { minimumFractionDigits: 2 }),
  );
  const question: Question = {
    id: 'unit',
    account: null,
    text: 'Are the amounts in cents?',
    choices: [
      { value: 'cents', label: `Yes, ${example} is ${inCents}` },
      { value: 'whole', label: `No, ${example} is ${whole}` },
    ],
    answer,
    isOpen: given === null,
  };
  return { inCents: new Set(answer === 'cents' ? of : []), question };
}

const cellsOf = (entries: readonly TableLine[], index: number) =>
  entries.map(({ cells }) => (cells[index] ?? '').trim()).filter((cell) => cell !== '');

/** The columns of money whose headers say that they are in cents; no cell of them has decimals. */
function columnsByHeader({ columns }: Layout, entries: readonly TableLine[]): ReadonlySet<number> {
  const areWhole = (index: number) => entries.every(({ cells }) => /^[^.,]*$/.test(cells[index] ?? ''));
  return new Set(
    columns.flatMap((column) =>
      holdsAmounts(column) && CENTS.test(normalisedHeader(column.header)) && areWhole(column.index)
        ? [column.index]
        : [],
    ),
  );
}

/** The digits of an amount that may be in cents, or null if nothing says that they may be. */
function exampleOf({ header, columns }: Layout, entries: readonly TableLine[], of: readonly number[]): string | null {
  const filled = header.filter((cell) => cell !== '');
  const isOfProgram = filled.some((cell) => OF_PROGRAM.test(cell)) && filled.every((cell) => /^[a-z]/.test(cell));
  if (!isOfProgram || entries.length < ENTRIES_MIN) return null;
  const looked = entries.slice(0, LOOKED_ENTRIES);
  const cells = of.flatMap((index) => cellsOf(looked, index));
  if (cells.some((cell) => /[.,]/.test(cell))) return null;
  const sizes = cells.flatMap((cell) => {
    const cents = readAmount(cell, '.');
    return typeof cents === 'number' && cents !== 0 ? [Math.abs(cents / 100)] : [];
  });
  const share = (fits: (size: number) => boolean) => sizes.filter(fits).length / Math.max(1, sizes.length);
  if (share((size) => size >= 100) < LARGE_SHARE || share((size) => size % 100 === 0) > ROUND_SHARE) return null;
  const codes = columns.flatMap(({ index, currencies }) => (currencies > 0 ? cellsOf(looked, index) : []));
  if (codes.length > 0 && codes.every(hasNoCents)) return null;
  return String(sizes.find((size) => size % 100 !== 0) ?? sizes[0] ?? '') || null;
}

/** Whether a currency has no smaller unit. */
function hasNoCents(code: string): boolean {
  try {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency: code,
    }).resolvedOptions();
    return maximumFractionDigits === 0;
  } catch {
    return false;
  }
}
