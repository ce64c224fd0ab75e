import { type Account, type AuditLedger, accountsInOrder, knownDay, type Saving } from './audit-ledger.ts';
import { canonical } from './canonical.ts';
import { columnsOf, type Difference, listed, type Wanted } from './compare-rows.ts';
import type { StoredRow, StoredRows } from './stored-rows.ts';

/**
 * Compares what a ledger and its entries were, by the audit, with the rows that keep it (product 5.10). Gives what differs,
 * with the revision of the event that ended or made what the row keeps.
 */
export function comparePast(ledgerId: string, ledger: AuditLedger, rows: StoredRows): Difference[] {
  return [
    ...versions('transaction', ledger.pastEntries, rows.pastTransactions, ledger.since),
    ...versions('transfer', ledger.pastTransfers, rows.pastTransfers, ledger.since),
    ...ledgers(ledgerId, ledger, rows.pastLedgers),
    ...sums(ledger, rows.pastStatistics),
    ...days(ledger, rows.knownDays),
  ];
}

/** `since` is the revision of the first event that counts, for a row that no event left behind. */
function versions(
  kind: 'transaction' | 'transfer',
  past: ReadonlyMap<string, { knownUntil: bigint }>,
  rows: readonly StoredRow[],
  since: bigint,
): Difference[] {
  const nameOf = (key: string) => `past ${kind} ${key}`;
  const ended = new Map([...past].map(([key, { knownUntil }]) => [nameOf(key), knownUntil]));
  return listed(
    new Map([...past].map(([key, version]) => [nameOf(key), columnsOf(version)])),
    rows,
    (row) => nameOf(`${row[`${kind}_id`]} from ${row.known_from}`),
    (what) => ended.get(what) ?? since,
  );
}

function ledgers(ledgerId: string, { pastLedgers }: AuditLedger, rows: readonly StoredRow[]): Difference[] {
  const expected = [...pastLedgers].map(([revision, { columns, accounts, goals }]): [string, Wanted] => [
    `past ledger ${revision}`,
    { ...columns, accounts: accountsAsJson(accounts), goals: goalsAsJson(ledgerId, goals) },
  ]);
  return listed(
    new Map(expected),
    rows,
    ({ revision }) => `past ledger ${revision}`,
    (what) => BigInt(what.slice('past ledger '.length)),
  );
}

function accountsAsJson(accounts: ReadonlyMap<string, Account>): string {
  return canonical(
    accountsInOrder(accounts).map(([accountId, { name, kind, balance, isOpen, place }]) => ({
      ...{ accountId, name, kind, isOpen },
      balance: Number(balance),
      place: Number(place),
    })),
  );
}

function goalsAsJson(ledgerId: string, goals: ReadonlyMap<string, Saving>): string {
  const oldestFirst = [...goals].sort(([, one], [, other]) => (one.place < other.place ? -1 : 1));
  return canonical(
    oldestFirst.map(([goalId, { place, finalAmount, currentAmount, ...goal }]) => ({
      ...{ ledgerId, goalId, ...goal },
      place: Number(place),
      finalAmount: Number(finalAmount),
      currentAmount: Number(currentAmount),
    })),
  );
}

/** A period to which the events of a block have added nothing may have a row of zeros or none. */
function sums({ pastSums, since }: AuditLedger, rows: readonly StoredRow[]): Difference[] {
  const nameOf = ({ period, starts_on, block }: StoredRow) => `${period} ${starts_on} in block ${block}`;
  const stored = new Set(rows.map(nameOf));
  const expected = new Map<string, Wanted>();
  for (const [name, { income, expense }] of pastSums) {
    if (income !== 0n || expense !== 0n || stored.has(name)) expected.set(name, { income, expense });
  }
  const differences = listed(expected, rows, nameOf, (name) => pastSums.get(name)?.at ?? since);
  return differences.map(({ field, ...difference }) => ({ field: `past statistics ${field}`, ...difference }));
}

function days({ knownDays, since }: AuditLedger, rows: readonly StoredRow[]): Difference[] {
  const differences = listed(
    new Map([...knownDays].map(([day, revision]) => [day, { known_from: revision }])),
    rows,
    ({ date, account }) => knownDay(date ?? '', account ?? ''),
    (day) => knownDays.get(day) ?? since,
  );
  return differences.map(({ field, ...difference }) => ({ field: `known day ${field}`, ...difference }));
}
