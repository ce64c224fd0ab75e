import { OTHER_EXPENSE, OTHER_INCOME } from '#ledger/model/categories.ts';
import { PART_NOTE_MAX, PARTS_MAX, PARTS_MIN } from '#ledger/model/constants.ts';
import type { Part } from '#ledger/model/state.ts';
import { storable } from '#ledger/model/storable.ts';
import type { ParsedPart, ParsedRow } from '../parsed.ts';
import type { FileCategories } from './file-categories.ts';

/** The parts of a split row with the ledger's categories, or null if it is none, or they don't make a split here. */
export function partsOfRow({ parts, amount }: ParsedRow, categories: FileCategories): Part[] | null {
  if (!parts || parts.length < PARTS_MIN || parts.length > PARTS_MAX || amount === null) return null;
  if (parts.some((part) => part.amount === 0)) return null;
  if (parts.reduce((sum, part) => sum + part.amount, 0) !== Math.abs(amount)) return null;
  const [type, other] = amount < 0 ? (['Expense', OTHER_EXPENSE] as const) : (['Income', OTHER_INCOME] as const);
  return parts.map(({ amount, category, note }: ParsedPart) => {
    const categoryId = (category && categories.of(category, type)?.categoryId) ?? other;
    const text = storable((note ?? '').slice(0, PART_NOTE_MAX)).trim();
    return { amount, category: categoryId, ...(text !== '' && { note: text }) };
  });
}
