import { entityOf, type RecordedEvent } from '#ledger/events.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import type { ImportedRow } from '#ledger/model/values.ts';
import { defineTable, idColumn, type Row, revision, textColumn } from './table.ts';

/**
 * A row for each event since the last reset that recorded rows of a file, or matched them with an entry: what the bank
 * said of it, for search. It counts while its change-set is in force.
 */
export const bankTexts = defineTable(
  'bank_texts',
  {
    ledgerId: idColumn(),
    revision: revision(),
    entryId: idColumn(),
    changeSetId: idColumn(),
    /** Of each row the counterparty and the bank's text, comparable, with a tab between each two. */
    texts: textColumn(),
  },
  ['ledgerId', 'revision'],
  { indexes: { bank_texts_by_text: { on: 'ledger_id, texts', using: 'trigrams' } } },
);
export type BankTextsRow = Row<typeof bankTexts>;

/** The row of an event; none if it has no row of a file. */
export function bankTextsOf(ledgerId: string, { event, metadata, revision }: RecordedEvent): BankTextsRow[] {
  const { imported } = event.data as { imported?: ImportedRow | ImportedRow[] };
  const entryId = entityOf(event)?.id;
  if (imported === undefined || entryId === undefined) return [];
  const bankWords = [imported].flat().flatMap(({ counterparty, text }) => [counterparty, text]);
  const texts = bankWords.map((each) => comparableText(each ?? '')).join('\t');
  return [{ ledgerId, revision, entryId, changeSetId: metadata.commandId, texts }];
}
