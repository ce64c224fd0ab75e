import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryOf } from '#api/export/books.ts';
import type { ExportedLedger } from '#api/export/files.ts';
import type { Command } from '#ledger/decide/commands.ts';
import { anyCommands } from '#ledger/testing/any-commands.ts';
import { carriedOut } from '#ledger/testing/scenario.ts';
import { judged, wanted, withoutEquity } from '../support/accounting.ts';
import { hasAccountingPrograms } from '../support/accounting-programs.ts';
import { exportedLedger, verified, withExport } from '../support/exported.ts';

/** Titles and names that a journal could read as something else. */
const HOSTILE = [
  '(paid) rent',
  '* starred',
  '! pending',
  'Rent ; date: soon',
  'Payee | note',
  'two  spaces',
  'no\u00A0break\u00A0\u00A0space',
  'wide\u3000space',
  'Visa: gold',
  ';',
  ':',
  '"quoted" \\back\\slash',
  'Crème brûlée 🍮',
  '👨‍👩‍👧 family',
  '\u202Eright to left\u202C שלום',
  '書店',
  '5.00 USD',
  '-1.00 EUR = 3',
  '=1+1',
  '[virtual]',
  '<deferred>',
  '{cost} @ 2',
  '2026-01-01 open',
  '#tag ^link %x',
  'ßtraße',
  '\u200B',
  'include other.journal',
];

/** Random commands, each title and each name one of these. */
const commands = fc
  .tuple(anyCommands(), fc.array(fc.nat(), { minLength: 60, maxLength: 60 }))
  .map(([commands, numbers]) =>
    commands.map((command, at): Command => {
      const text = HOSTILE[(numbers[at] ?? 0) % HOSTILE.length] ?? '';
      const named = { ...command } as Record<string, unknown>;
      if (typeof named.title === 'string') named.title = text;
      if (typeof named.name === 'string') named.name = text;
      // What the export of this test has as the receipt's bytes is its id.
      if (named.receiptHash) named.receiptHash = createHash('sha256').update(String(named.receiptId)).digest('hex');
      return named as Command;
    }),
  );

/** What the entries of each category come to, in cents, worked out from the entries. */
async function categoriesOf({ pages }: ExportedLedger): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for await (const page of pages()) {
    for (const { book, cents } of page.flatMap((row) => entryOf(row).postings)) {
      if (/^(expenses|income) /.test(book)) sums.set(book, (sums.get(book) ?? 0) + Number(cents));
    }
  }
  return sums;
}

test('verify.mjs agrees with the export of random ledgers', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (commands) => {
      const { events } = carriedOut(commands);
      const said = await withExport(exportedLedger(events), 'EUR', verified);
      expect(said).toMatchObject({ code: 0, stderr: '' });
      expect(said.stdout).toContain('All files agree with the events.');
    }),
    { numRuns: 40, endOnFailure: true },
  );
});

test.skipIf(!hasAccountingPrograms())(
  'hledger, Ledger and Beancount agree with Daybook on random ledgers, for every account, goal and category',
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (commands) => {
        const ledger = exportedLedger(carriedOut(commands).events);
        const sums = await withExport(ledger, 'JPY', judged);
        const expected = wanted(ledger.state, await categoriesOf(ledger));
        expect({
          hledger: withoutEquity(sums.hledger),
          ledger: withoutEquity(sums.ledger),
          beancount: withoutEquity(sums.beancount),
        }).toEqual(expected);
      }),
      { numRuns: 12, endOnFailure: true },
    );
  },
);
