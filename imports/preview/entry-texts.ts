import { comparableText } from '#ledger/model/comparable-text.ts';
import { NOTE_MAX, TRANSACTION_TITLE_MAX } from '#ledger/model/constants.ts';
import { storable } from '#ledger/model/storable.ts';
import { tagsOfFile } from '#ledger/model/tags.ts';
import type { ParsedRow } from '../parsed.ts';

/**
 * The note and the tags of the entry of a row. The note is what the file says beyond the title: the bank's whole text,
 * and a note of its own. Daybook's own export has the entry's (product 4.15).
 */
export function describedInText(row: ParsedRow): { note: string | undefined; tags: string[] | undefined } {
  const { title, text, note, entryId } = row;
  const entryTitle = comparableText(titleOfEntry(row));
  const isBeyond = (text: string) => !entryTitle.includes(comparableText(text));
  const texts = entryId === null ? [text ?? title, note ?? ''].filter(isBeyond) : [note ?? ''];
  const tags = tagsOfFile(row.tags ?? []);
  return { note: noteOf(texts.join('\n')) || undefined, tags: tags.length > 0 ? tags : undefined };
}

/** A text as the note of an entry: without control characters but line breaks and tabs, trimmed, and cut. */
function noteOf(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters on purpose.
  const plain = text.replaceAll(/\r\n?/g, '\n').replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
  const cut = storable(plain).trim().slice(0, NOTE_MAX);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd();
}

/** The title of the entry of a row: the row's, else who was paid; cut where it is too long. */
export function titleOfEntry({ title, counterparty }: Pick<ParsedRow, 'title' | 'counterparty'>): string {
  const text = title || counterparty || 'Imported entry';
  if (text.length <= TRANSACTION_TITLE_MAX) return text;
  const cut = text.slice(0, TRANSACTION_TITLE_MAX - 1);
  // Not in the middle of a pair of surrogates.
  return `${(cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd()}…`;
}
