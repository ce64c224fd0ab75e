import type pg from 'pg';
import { EVERYDAY } from '#ledger/model/constants.ts';
import type { Books } from '#ledger/model/state.ts';
import { type Applied, applyRules, type ReadyRule } from '#ledger/rules/apply.ts';
import type { AskedEntry } from '#ledger/search/matching-parts.ts';
import { EVERYTHING, type Query } from '#ledger/search/query.ts';
import { readConsistently } from '#platform/postgres.ts';
import { TimeSlices } from '#platform/time-slices.ts';
import { bankTextsInForce, foundPages, revisionOfRows } from '#projections/queries/search.ts';
import { type EntryRow, settersOf } from '#projections/tables/entries.ts';
import { ProblemError } from '../http/problem-error.ts';
import { BULK_STATEMENT_MS_MAX, limitSearch, tooSlow } from '../search/search.ts';

/** Which rules are applied to which entries: those that `query` finds, all where it is null. */
export type Scan = { rules: readonly ReadyRule[]; query: Query | null; overwrite: boolean };

/** An entry of which rules change or keep something. */
export type ScannedEntry = Applied & { row: EntryRow };

/** So few rules are asked by the statement that reads entries; of more it takes longer than to ask them here. */
const RULES_IN_SQL_MAX = 5;

/**
 * Applies rules to the entries of a ledger, the newest first, and gives the entries whose fields they change or keep to
 * `take`, on the accounts as they are in a state at `revision`. False where the read models have another revision by
 * now. Throws the problems query_too_slow, and unavailable while the read models have another version.
 */
export async function scan(
  database: pg.Pool,
  ledgerId: string,
  { rules, query, overwrite }: Scan,
  { revision, accounts }: Pick<Books, 'accounts'> & { revision: bigint },
  take: (scanned: ScannedEntry) => void,
): Promise<boolean> {
  const canPayCash = ({ accountId }: AskedEntry) => (accounts.get(accountId)?.balance ?? 0) >= 0;
  return await readConsistently(database, async (client) => {
    const stored = await revisionOfRows(client, ledgerId);
    if (stored === null) throw new ProblemError('unavailable');
    if (stored !== revision) return false;
    const bankTexts = await bankTextsInForce(client, ledgerId);
    if (query) await limitSearch(client, BULK_STATEMENT_MS_MAX);
    await tooSlow(async () => {
      const slices = new TimeSlices();
      for await (const page of foundPages(client, ledgerId, query ?? reachedBy(rules))) {
        for (const row of page) {
          if (slices.isUsedUp) await slices.next();
          const origins = settersOf(row);
          const entry = askedEntry(row, bankTexts.get(row.entryId) ?? null, [...origins.values()]);
          const applied = applyRules(rules, entry, origins, { overwrite, canPayCash });
          if (applied.changes.length > 0 || applied.kept.length > 0) take({ ...applied, row });
        }
      }
    });
    return true;
  });
}

/** The query of the entries that rules find as they are: they change no others. Everything, if the rules are many. */
function reachedBy(rules: readonly ReadyRule[]): Query {
  return rules.length > RULES_IN_SQL_MAX ? EVERYTHING : { any: rules.map((rule) => rule.query) };
}

/** An entry as queries are asked of it; `bankTexts` is what the bank said of it, in pairs of counterparty and text. */
export function askedEntry(row: EntryRow, said: readonly string[] | null, origins: AskedEntry['origins']): AskedEntry {
  return {
    type: row.type,
    title: row.title,
    amount: row.amount,
    date: row.date,
    accountId: row.accountId ?? EVERYDAY,
    toAccount: row.toAccount,
    category: row.category,
    wallet: row.wallet,
    note: row.note,
    tags: row.tags ?? [],
    hasReceipt: row.receiptId !== null,
    parts: row.parts,
    bankTexts: (said ?? []).filter((_, at) => at % 2 === 1),
    counterparties: (said ?? []).filter((_, at) => at % 2 === 0),
    isImported: said !== null,
    isEdited: row.changedAt !== null,
    origins,
  };
}
