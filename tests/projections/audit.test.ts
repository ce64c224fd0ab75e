import { hash, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '#audit/audit.ts';
import { reportJson, reportText } from '#audit/report.ts';
import { LedgerErased, LogUnavailable } from '#event-log/errors.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import { encode } from '#ledger/log/codec.ts';
import { anyCommands } from '#ledger/testing/any-commands.ts';
import { carriedOut, deposited, earned, idNumber, planned, saved, spent, units } from '#ledger/testing/scenario.ts';
import { openClient } from '#platform/postgres.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import { replay } from '#projections/replay/replay.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let reader: pg.Client;
let events: pg.Client;
async function open(): Promise<void> {
  server = await openTestServer();
  reader = await openClient(server.databaseUrl);
  await reader.query('SET default_transaction_read_only = on');
  events = new pg.Client({ connectionString: server.eventsDatabaseUrl });
  await events.connect();
}
async function close(): Promise<void> {
  await reader?.end();
  await events?.end();
  await server?.close();
}
beforeAll(open);
afterAll(close);

const stored = (event: LedgerEvent, more: object = {}, commandId: string = randomUUID()) => ({
  id: randomUUID(),
  ...encode(event, { commandId, inputHash: 'hash', recordedAt: LONG_AGO }),
  ...more,
});
const append = (ledgerId: string, after: bigint, ...happened: LedgerEvent[]) =>
  server.log.append(
    ledgerId,
    after,
    happened.map((event) => stored(event)),
  );
const LONG_AGO = '2025-11-20T18:30:00.123Z';
const at = (ledgerId: string, revision: bigint) =>
  settled(
    () => loadLedgerView(server.database, ledgerId),
    (view) => view.revision === revision,
  );
const auditOf = async (ledgerId: string) => {
  await server.settled();
  return await audit({ database: reader, log: server.log, ledgerId, waitMs: 0 });
};
const auditOfAll = async () => {
  await server.settled();
  return await audit({ database: reader, log: server.log, waitMs: 0 });
};
const plant = (sql: string, ...values: unknown[]) => server.database.query(sql, values);
/** Changes rows of the event store's table directly; its stream names are bytes. */
const tamper = async (sql: string, ledgerId: string, ...values: unknown[]) => {
  const { rowCount } = await events.query(sql, [Buffer.from(`ledger-${ledgerId}`), ...values]);
  expect(rowCount).toBe(1);
};

const deleted = (digit: number, amount: number): LedgerEvent => ({
  type: 'TransactionDeleted',
  data: { transactionId: idNumber(digit), type: 'Expense', amount: units(amount), date: '2026-11-20' },
});
const reset: LedgerEvent = { type: 'LedgerReset', data: {} };

/** A ledger with every kind of event; revision 6 deletes the transaction of revision 3. */
const LEDGER: LedgerEvent[] = [
  deposited(1000),
  spent(30.25, 1),
  earned(500, 2),
  spent(7, 3),
  planned(300, 5),
  saved(120, 5),
  deleted(3, 7),
  { type: 'MonthlyFiguresSet', data: { income: units(3000), expense: units(2000) } },
  { type: 'BalanceAdjusted', data: { from: units(1349.75), to: units(1400) } },
];
const END = BigInt(LEDGER.length - 1);

async function ledger(): Promise<string> {
  const ledgerId = randomUUID();
  const events = LEDGER.map((event) => stored(event));
  // A busy machine may take longer than a user is to wait; the same events are appended once.
  const isAway = (error: unknown) => {
    if (!(error instanceof LogUnavailable)) throw error;
    return false;
  };
  await settled(() => server.log.append(ledgerId, -1n, events).then(() => true, isAway), Boolean);
  await at(ledgerId, END);
  return ledgerId;
}

const TABLES = [
  ...['ledgers', 'goals', 'rules', 'rule_uses', 'entries', 'statistics'],
  ...['past_ledgers', 'past_entries', 'past_statistics', 'known_days'],
  ...['category_months', 'past_category_months', 'piece_sums', 'plans', 'carries', 'targets'],
  ...['schedules', 'occurrences'],
  ...['change_sets', 'events', 'receipts', 'imported_keys', 'bank_texts', 'stalled'],
];

/** Every test restores its changes, so that a full audit passes in between. */
let planted: string[] = [];
async function faulty(): Promise<string> {
  const ledgerId = await ledger();
  planted.push(ledgerId);
  return ledgerId;
}
async function restore(ledgerId: string): Promise<void> {
  // In one query, which takes no parameters then.
  await plant(TABLES.map((table) => `DELETE FROM projections.${table} WHERE ledger_id = '${ledgerId}'`).join(';'));
  await server.log.erase(ledgerId).catch((error) => {
    if (!(error instanceof LedgerErased)) throw error;
  });
}
afterEach(async () => {
  for (const ledgerId of planted) await restore(ledgerId);
  planted = [];
});

test('an intact ledger has no findings, and counts and totals', async () => {
  const ledgerId = await ledger();
  const report = await auditOf(ledgerId);
  expect(report).toEqual({
    ledgers: 1,
    counts: { events: 9, transactions: 2, goals: 1, statistics: 3, past: 8 },
    accounts: { Balance: 140_000n, Goals: 12_000n, Income: -50_000n, Expenses: 3_025n, Opening: -105_025n },
    onTheirWay: { ledgers: 0, events: 0 },
    found: 0,
    findings: [],
  });
  const text = reportText(report);
  expect(text).toContain('Nothing differs');
  expect(text).toMatch(/balance +1,400\.00/);
  expect(JSON.parse(reportJson(report))).toMatchObject({ clean: true, accounts: { Opening: '-105025' } });
});

test('all ledgers are audited, also reset, truncated and erased ones, and nothing is changed', async () => {
  const resetUser = randomUUID();
  await append(resetUser, -1n, earned(1000), planned(300), saved(50), reset, spent(5, 1, 'Bank'));
  const truncated = randomUUID();
  await append(truncated, -1n, earned(1000), spent(5), reset, deposited(20));
  await server.log.truncate(truncated, 2n);
  const erased = randomUUID();
  await append(erased, -1n, earned(1000));
  await at(resetUser, 4n);
  await at(truncated, 3n);
  await at(erased, 0n);
  await server.log.erase(erased);
  await at(erased, -1n);
  const report = await auditOfAll();
  expect(report.findings).toEqual([]);
  expect(report.ledgers).toBeGreaterThanOrEqual(3);
  expect((await auditOf(truncated)).accounts).toMatchObject({ Balance: 2_000n, Income: 0n, Opening: -2_000n });
  expect((await auditOf(resetUser)).accounts).toMatchObject({ Balance: -500n, Income: 0n, Expenses: 500n });
  await expect(reader.query('DELETE FROM projections.ledgers')).rejects.toThrow('read-only');
});

describe('a wrong row is reported with both values and the revision', () => {
  const cases: [string, string, object[]][] = [
    [
      'a wrong balance',
      'UPDATE projections.ledgers SET balance = balance + 1 WHERE ledger_id = $1',
      [{ field: 'ledger.balance', expected: '140000', found: '140001', revision: 8n }],
    ],
    [
      'a balance that no number can hold',
      'UPDATE projections.ledgers SET balance = 9007199254740993 WHERE ledger_id = $1',
      [{ field: 'ledger.balance', expected: '140000', found: '9007199254740993', revision: 8n }],
    ],
    [
      'a wrong turnover',
      'UPDATE projections.ledgers SET turnover = 0 WHERE ledger_id = $1',
      [{ field: 'ledger.turnover', expected: '53025', found: '0', revision: 6n }],
    ],
    [
      'wrong monthly figures',
      'UPDATE projections.ledgers SET income = NULL, expense = 5 WHERE ledger_id = $1',
      [
        { field: 'ledger.income', expected: '300000', found: null, revision: 7n },
        { field: 'ledger.expense', expected: '200000', found: '5', revision: 7n },
      ],
    ],
    [
      'Premium that nobody paid',
      "UPDATE projections.ledgers SET payment_status = 'paid', payment_session = 'cs_1' WHERE ledger_id = $1",
      [
        { field: 'ledger.payment_status', expected: 'none', found: 'paid', revision: 0n },
        { field: 'ledger.payment_session', expected: null, found: 'cs_1', revision: 0n },
      ],
    ],
    [
      'a wrong count of transactions',
      'UPDATE projections.ledgers SET transaction_count = 3 WHERE ledger_id = $1',
      [{ field: 'ledger.transaction_count', expected: '2', found: '3', revision: 6n }],
    ],
    [
      'a lost transaction',
      `DELETE FROM projections.entries WHERE ledger_id = $1 AND entry_id = '${idNumber(1)}'`,
      [
        {
          field: `transaction ${idNumber(1)}`,
          expected:
            'revision 1, recorded_at 2025-11-20T18:30:00.123000Z, known_from 1, type Expense, title Coffee, amount 3025, ' +
            'wallet Cash, date 2026-11-20, account_id everyday, texts coffee\t',
          found: null,
          revision: 1n,
        },
      ],
    ],
    [
      'a transaction that was deleted and is still there',
      `INSERT INTO projections.entries
         (ledger_id, entry_id, revision, type, amount, date, recorded_at, account_id, known_from)
       VALUES ($1, '${idNumber(3)}', 3, 'Expense', 700, '2026-11-20', '2026-11-20T18:30:00Z', 'everyday', 3)`,
      [{ field: `transaction ${idNumber(3)}`, expected: null, found: expect.stringContaining('700'), revision: 6n }],
    ],
    [
      'a transaction that never was, without a name',
      `INSERT INTO projections.entries
         (ledger_id, entry_id, revision, type, amount, date, recorded_at, account_id, known_from)
       VALUES ($1, '', 3, 'Expense', 700, '2026-11-20', '2026-11-20T18:30:00Z', 'everyday', 3)`,
      [{ field: 'transaction ', expected: null, found: expect.stringContaining('700'), revision: 0n }],
    ],
    ...(
      [
        ['revision', '2', '9', 2n],
        ['type', 'Income', 'Expense', 2n],
        ['title', 'Salary', 'salary', 2n],
        ['amount', '50000', '50001', 2n],
        ['category', 'Salary', 'Gifts', 2n],
        ['wallet', null, 'Cash', 2n],
        ['date', '2026-11-20', '2026-11-21', 2n],
        ['receipt_id', null, 'x', 2n],
        ['recorded_at', '2025-11-20T18:30:00.123000Z', '2025-11-20T18:30:00.123001Z', 2n],
        ['known_from', '2', '0', 2n],
      ] as const
    ).map(([column, expected, found, revision]): [string, string, object[]] => [
      `a transaction's ${column}`,
      `UPDATE projections.entries SET ${column} = '${found}' WHERE ledger_id = $1
        AND entry_id = '${idNumber(2)}'`,
      [{ field: `transaction ${idNumber(2)}.${column}`, expected, found, revision }],
    ]),
    [
      "a goal's amount",
      'UPDATE projections.goals SET current_amount = 12100 WHERE ledger_id = $1',
      [{ field: `goal ${idNumber(5)}.current_amount`, expected: '12000', found: '12100', revision: 5n }],
    ],
    [
      "a goal's title, which its creation gave it",
      "UPDATE projections.goals SET title = 'Trike' WHERE ledger_id = $1",
      [{ field: `goal ${idNumber(5)}.title`, expected: 'Bicycle', found: 'Trike', revision: 4n }],
    ],
    [
      "a goal's place",
      'UPDATE projections.goals SET place = 3 WHERE ledger_id = $1',
      [{ field: `goal ${idNumber(5)}.place`, expected: '4', found: '3', revision: 4n }],
    ],
    [
      "a week's income, which no expense touches",
      "UPDATE projections.statistics SET income = 5 WHERE ledger_id = $1 AND period = 'week'",
      [{ field: 'statistics week 2026-11-16.income', expected: '50000', found: '5', revision: 2n }],
    ],
    [
      'a lost goal',
      'DELETE FROM projections.goals WHERE ledger_id = $1',
      [{ field: `goal ${idNumber(5)}`, expected: expect.stringContaining('Bicycle'), found: null, revision: 5n }],
    ],
    [
      'a goal too many',
      `INSERT INTO projections.goals (ledger_id, goal_id, place, title, final_amount, current_amount)
       VALUES ($1, 'another', 1, 'Boat', 5, 0)`,
      [{ field: 'goal another', expected: null, found: expect.stringContaining('Boat'), revision: 0n }],
    ],
    ...(
      [
        ['week', '2026-11-16'],
        ['month', '2026-11-01'],
        ['year', '2026-01-01'],
      ] as const
    ).map(([period, start]): [string, string, object[]] => [
      `a ${period}'s expense`,
      `UPDATE projections.statistics SET expense = expense + 5 WHERE ledger_id = $1 AND period = '${period}'`,
      [{ field: `statistics ${period} ${start}.expense`, expected: '3025', found: '3030', revision: 6n }],
    ]),
    [
      'a lost week',
      "DELETE FROM projections.statistics WHERE ledger_id = $1 AND period = 'week'",
      [
        {
          field: 'statistics week 2026-11-16',
          expected: 'income 50000, expense 3025',
          found: null,
          revision: 6n,
        },
      ],
    ],
    [
      'a month too many, though it is empty',
      "INSERT INTO projections.statistics VALUES ($1, 'month', '2030-01-01', 0, 0)",
      [{ field: 'statistics month 2030-01-01', expected: null, found: expect.any(String), revision: 0n }],
    ],
    [
      'a revision that was set back',
      'UPDATE projections.ledgers SET revision = 6 WHERE ledger_id = $1',
      [{ field: 'ledger.revision', expected: '8', found: '6', revision: 7n }],
    ],
    [
      'a revision that the log does not have',
      'UPDATE projections.ledgers SET revision = 12 WHERE ledger_id = $1',
      [{ field: 'ledger.revision', expected: '8', found: '12', revision: 9n }],
    ],
    [
      'a missing ledger',
      'DELETE FROM projections.ledgers WHERE ledger_id = $1',
      [{ field: 'ledger', expected: 'revision 8', found: null, revision: 0n }],
    ],
  ];

  // Each case has a ledger of its own, so that a single audit of all ledgers finds all of them.
  let ledgers: string[] = [];
  beforeAll(async () => {
    ledgers = [];
    for (const _ of cases) ledgers.push(await ledger());
    for (const [at, [, sql]] of cases.entries()) expect((await plant(sql, ledgerOf(at))).rowCount).toBeGreaterThan(0);
  });
  afterAll(async () => {
    for (const ledgerId of ledgers) await restore(ledgerId);
  });
  const ledgerOf = (at: number) => ledgers[at] ?? '';
  const expectedIn = (ledgerId: string, findings: object[]) =>
    findings.map((finding) => ({ kind: 'rows', ledger: ledgerId, ...finding }));

  test.each(cases.map(([name, , findings], at) => [name, findings, at] as const))('%s', async (_, findings, at) => {
    const ledgerId = ledgerOf(at);
    const report = await auditOf(ledgerId);
    expect(report.findings).toEqual(expectedIn(ledgerId, findings));
    expect(report.found).toBe(findings.length);
    expect(reportText(report)).toContain(ledgerId);
  });

  test('all of them at once', async () => {
    const { findings, found } = await auditOfAll();
    const expected = cases.flatMap(([, , findings], at) => expectedIn(ledgerOf(at), findings));
    expect(findings).toEqual(expect.arrayContaining(expected));
    expect(found).toBe(expected.length);
  });
});

describe('rows that no ledger has', () => {
  test('rows without a ledger, and of an erased ledger', async () => {
    const nobody = randomUUID();
    const erased = await faulty();
    planted.push(nobody);
    await server.log.erase(erased);
    await at(erased, -1n);
    for (const ledgerId of [nobody, erased]) {
      await plant("INSERT INTO projections.statistics VALUES ($1, 'year', '2026-01-01', 5, 0)", ledgerId);
    }
    await plant(
      "INSERT INTO projections.change_sets VALUES ($1, 'c', 'h', 1, 1, now(), 'undo', NULL, NULL, '[]')",
      nobody,
    );
    await plant("INSERT INTO projections.events VALUES ($1, 1, NULL, 'c', now(), 'x', '{}')", nobody);
    await plant("INSERT INTO projections.receipts VALUES ($1, 'r')", nobody);
    await plant("INSERT INTO projections.imported_keys VALUES ($1, 0, 'k')", nobody);
    await plant(
      `INSERT INTO projections.entries
         (ledger_id, entry_id, revision, type, amount, date, recorded_at, account_id, to_account, known_from)
       VALUES ($1, 't', 1, 'Transfer', 5, '2026-11-20', now(), 'a', 'b', 1)`,
      nobody,
    );
    await plant("INSERT INTO projections.known_days VALUES ($1, 'x', '2026-11-20', 0)", nobody);
    await plant("INSERT INTO projections.category_months VALUES ($1, '2026-11', 'Expense', '-', 5)", nobody);
    await plant("INSERT INTO projections.past_category_months VALUES ($1, '2026-11', 'Expense', '-', 0, 5)", nobody);
    await plant(
      "INSERT INTO projections.piece_sums VALUES ($1, 'day', '2026-11-20', 'x', 'Income', '-', 5, 1)",
      nobody,
    );
    await plant("INSERT INTO projections.plans VALUES ($1, 'Groceries', '2026-11', 5)", nobody);
    await plant("INSERT INTO projections.carries VALUES ($1, 'Groceries', '2026-11', 'all', 1)", nobody);
    await plant("INSERT INTO projections.targets VALUES ($1, 'Groceries', NULL)", nobody);
    await plant("INSERT INTO projections.past_statistics VALUES ($1, 'year', '2026-01-01', 5, 0, 0)", erased);
    await plant("INSERT INTO projections.stalled VALUES ($1, 3, 'id', 'x', now())", erased);
    const row = { kind: 'orphan', expected: null, found: '1 row', revision: null };
    const { findings } = await auditOfAll();
    expect(findings).toHaveLength(16);
    expect(findings).toEqual(
      expect.arrayContaining([
        ...['category_months', 'past_category_months', 'piece_sums', 'plans', 'carries', 'targets'].map((field) => ({
          ...{ ...row, ledger: nobody, field },
        })),
        { ...row, ledger: nobody, field: 'statistics' },
        { ...row, ledger: nobody, field: 'change_sets' },
        { ...row, ledger: nobody, field: 'events' },
        { ...row, ledger: nobody, field: 'receipts' },
        { ...row, ledger: nobody, field: 'imported_keys' },
        { ...row, ledger: nobody, field: 'entries' },
        { ...row, ledger: erased, field: 'statistics' },
        { ...row, ledger: nobody, field: 'known_days' },
        { ...row, ledger: erased, field: 'past_statistics' },
        { ...row, ledger: erased, field: 'stalled' },
      ]),
    );
  });
});

describe('a command that could be executed or undone a second time is reported', () => {
  const changeSet = async (ledgerId: string): Promise<string> => {
    const { rows } = await plant(
      'SELECT change_set_id FROM projections.change_sets WHERE ledger_id = $1 AND revision = 4',
      ledgerId,
    );
    return rows[0]?.change_set_id;
  };
  const cases: [string, string, (id: string) => object][] = [
    [
      'because it is forgotten',
      'DELETE FROM projections.change_sets WHERE ledger_id = $1 AND revision = 4',
      (id) => ({ field: `change-set ${id}`, expected: 'revision 4', found: null, revision: 4n }),
    ],
    ...(
      [
        ['revision', '4', '3'],
        ['first', '4', '3'],
        ['input_hash', 'hash', 'x'],
        ['recorded_at', '2025-11-20T18:30:00.123000Z', '2026-01-01T00:00:00.000000Z'],
        ['kind', 'create-goal', 'delete-goal'],
        ['undoes', null, 'x'],
        ['undone_by', null, 'x'],
        ['accounts', '[]', '["everyday"]'],
        ['actor', null, 'token x'],
      ] as const
    ).map(([column, expected, found]): [string, string, (id: string) => object] => [
      `because its ${column} is wrong`,
      `UPDATE projections.change_sets SET ${column} = '${found}' WHERE ledger_id = $1 AND revision = 4`,
      (id) => ({ field: `change-set ${id}.${column}`, expected, found, revision: 4n }),
    ]),
    [
      'or never can have one, because nothing came of it',
      "INSERT INTO projections.change_sets VALUES ($1, 'none', 'hash', 0, -1, now(), 'undo', NULL, NULL, '[]')",
      () => ({ field: 'change-set none', expected: null, found: 'revision -1', revision: -1n }),
    ],
    [
      'or never can have one, because it was none',
      "INSERT INTO projections.change_sets VALUES ($1, 'none', 'hash', 4, 4, now(), 'undo', NULL, NULL, '[]')",
      () => ({ field: 'change-set none', expected: null, found: 'revision 4', revision: 4n }),
    ],
  ];
  test.each(cases)('%s', async (_, sql, finding) => {
    const ledgerId = await faulty();
    const id = await changeSet(ledgerId);
    await plant(sql, ledgerId);
    expect((await auditOf(ledgerId)).findings).toEqual([{ kind: 'rows', ledger: ledgerId, ...finding(id) }]);
  });

  test('also where it is of before a reset', async () => {
    const ledgerId = await faulty();
    const id = await changeSet(ledgerId);
    await append(ledgerId, END, reset);
    await at(ledgerId, END + 1n);
    expect((await auditOf(ledgerId)).findings).toEqual([]);
    await plant('DELETE FROM projections.change_sets WHERE ledger_id = $1 AND revision = 4', ledgerId);
    expect((await auditOf(ledgerId)).findings).toMatchObject([{ field: `change-set ${id}`, revision: 4n }]);
  });

  test('but not where its events are truncated', async () => {
    const ledgerId = await faulty();
    await append(ledgerId, END, reset);
    await at(ledgerId, END + 1n);
    await server.log.truncate(ledgerId, END + 1n);
    await plant('DELETE FROM projections.change_sets WHERE ledger_id = $1 AND revision = 4', ledgerId);
    expect((await auditOf(ledgerId)).findings).toEqual([]);
  });
});

/** The accounts, a transaction, a transfer and a receipt of the ledger below. */
const SAVINGS = idNumber(8);
const SPLIT = idNumber(1);
const SALARY = idNumber(2);
const TRANSFER = idNumber(3);
const RECEIPT = idNumber(4);
const SPLIT_FIELDS: Omit<LedgerEvent<'ExpenseRecorded'>['data'], 'transactionId'> = {
  title: 'Market',
  amount: units(30),
  date: '2026-11-20',
  wallet: 'Bank',
  accountId: SAVINGS,
  receiptId: RECEIPT,
  parts: [
    { amount: units(10), category: 'Groceries' },
    { amount: units(20), category: 'Shopping', note: 'a bag' },
  ],
};
const TRANSFER_FIELDS = { from: 'everyday', to: SAVINGS, amount: units(100), date: '2026-11-20' } as const;

/** A ledger with accounts, a transfer, edits, a split, and an undo; by the command of each event. */
const GRAMMAR: [command: string, LedgerEvent][] = [
  ['deposit', deposited(1000)],
  [
    'open',
    {
      type: 'AccountOpened',
      data: { accountId: SAVINGS, name: 'Savings', kind: 'Savings', openingBalance: units(500) },
    },
  ],
  ['spend', { type: 'ExpenseRecorded', data: { transactionId: SPLIT, ...SPLIT_FIELDS } }],
  ['move', { type: 'TransferMade', data: { transferId: TRANSFER, ...TRANSFER_FIELDS } }],
  [
    'edit',
    {
      type: 'TransactionChanged',
      data: {
        transactionId: SPLIT,
        before: { type: 'Expense', ...SPLIT_FIELDS },
        after: { type: 'Expense', ...SPLIT_FIELDS, title: 'Fair' },
      },
    },
  ],
  ['earn', earned(500)],
  [
    'delete',
    {
      type: 'TransactionDeleted',
      data: { transactionId: SALARY, type: 'Income', amount: units(500), date: '2026-11-20' },
    },
  ],
  [
    'undo',
    { type: 'ChangeSetUndone', data: { changeSetId: 'delete', chain: ['delete'], count: 1, today: '2026-11-20' } },
  ],
  [
    'undo',
    {
      type: 'TransactionRestored',
      data: {
        ...{ transactionId: SALARY, type: 'Income', title: 'Salary', amount: units(500), date: '2026-11-20' },
        ...{ category: 'Salary', place: 5, recordedAt: LONG_AGO },
      },
    },
  ],
  ['rename', { type: 'AccountRenamed', data: { accountId: 'everyday', from: 'Everyday', to: 'Daily' } }],
  [
    'edit transfer',
    {
      type: 'TransferChanged',
      data: { transferId: TRANSFER, before: TRANSFER_FIELDS, after: { ...TRANSFER_FIELDS, amount: units(150) } },
    },
  ],
  [
    'begin',
    { type: 'ChangeSetUndone', data: { changeSetId: 'rename', chain: ['rename'], count: 1, today: '2026-11-20' } },
  ],
];
const GRAMMAR_END = BigInt(GRAMMAR.length - 1);

async function faultyGrammar(): Promise<string> {
  const ledgerId = randomUUID();
  planted.push(ledgerId);
  await server.log.append(
    ledgerId,
    -1n,
    GRAMMAR.map(([command, event]) => stored(event, {}, command)),
  );
  await at(ledgerId, GRAMMAR_END);
  return ledgerId;
}

describe('in a ledger with accounts, transfers, edits, a split and an undo', () => {
  test('nothing differs', async () => {
    const report = await auditOf(await faultyGrammar());
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({
      counts: { events: 12, transactions: 2, goals: 0, statistics: 3, past: 12 },
      accounts: { Balance: 197_000n, Goals: 0n, Income: -50_000n, Expenses: 3_000n, Opening: -150_000n },
    });
  });

  /** The ledger's row with a value of an account replaced. */
  const inAccount = (at: number, field: string, value: string) =>
    `UPDATE projections.ledgers SET accounts = jsonb_set(accounts::jsonb, '{${at},${field}}', '${value}')
     WHERE ledger_id = $1`;
  const LAST = '2025-11-20T18:30:00.123000Z';
  const OTHER = '2025-11-20T18:30:00.124000Z';
  const cases: [string, string, object[]][] = [
    [
      "an account's balance",
      inAccount(1, 'balance', '62001'),
      [{ field: `account ${SAVINGS}.balance`, expected: '62000', found: '62001', revision: 10n }],
    ],
    [
      "an account's name",
      inAccount(0, 'name', '"Everyday"'),
      [{ field: 'account everyday.name', expected: 'Daily', found: 'Everyday', revision: 9n }],
    ],
    [
      "an account's kind",
      inAccount(1, 'kind', '"Cash"'),
      [{ field: `account ${SAVINGS}.kind`, expected: 'Savings', found: 'Cash', revision: 1n }],
    ],
    [
      'an account that is closed',
      inAccount(1, 'isOpen', 'false'),
      [{ field: `account ${SAVINGS}.is_open`, expected: 'true', found: 'false', revision: 1n }],
    ],
    [
      "an account's place",
      inAccount(1, 'place', '2'),
      [{ field: `account ${SAVINGS}.place`, expected: '1', found: '2', revision: 1n }],
    ],
    [
      'accounts in another order',
      'UPDATE projections.ledgers SET accounts = json_build_array(accounts->1, accounts->0) WHERE ledger_id = $1',
      [
        {
          ...{ field: 'accounts in order', expected: `everyday ${SAVINGS}`, found: `${SAVINGS} everyday` },
          revision: 0n,
        },
      ],
    ],
    [
      'a lost account',
      'UPDATE projections.ledgers SET accounts = json_build_array(accounts->0) WHERE ledger_id = $1',
      [{ field: `account ${SAVINGS}`, expected: expect.stringContaining('Savings'), found: null, revision: 10n }],
    ],
    [
      'an account too many',
      `UPDATE projections.ledgers SET accounts = accounts::jsonb || '[{"accountId": "x", "name": "X"}]'
       WHERE ledger_id = $1`,
      [{ field: 'account x', expected: null, found: 'account_id x, name X', revision: 0n }],
    ],
    [
      'accounts that are no list',
      `UPDATE projections.ledgers SET accounts = '{}' WHERE ledger_id = $1`,
      [{ field: 'ledger.accounts', expected: 'a list', found: '{}', revision: 0n }],
    ],
    [
      'an unfinished undo that is forgotten',
      'UPDATE projections.ledgers SET unfinished = NULL WHERE ledger_id = $1',
      [
        {
          ...{ field: 'ledger.unfinished', expected: '{"changeSetId":"begin","first":11,"left":1}', found: null },
          revision: 11n,
        },
      ],
    ],
    [
      'another time since which it is known',
      `UPDATE projections.ledgers SET known_at = '${OTHER}' WHERE ledger_id = $1`,
      [{ field: 'ledger.known_at', expected: LAST, found: OTHER, revision: 0n }],
    ],
    [
      'a receipt that another event named first',
      'UPDATE projections.receipts SET known_from = 4 WHERE ledger_id = $1',
      [{ field: `receipt ${RECEIPT}.known_from`, expected: '2', found: '4', revision: 2n }],
    ],
    [
      'another first revision',
      'UPDATE projections.ledgers SET since = 3 WHERE ledger_id = $1',
      [{ field: 'ledger.since', expected: '0', found: '3', revision: 0n }],
    ],
    ...(
      [
        ['account_id', SAVINGS, 'everyday', 2n],
        ['title', 'Fair', 'Market', 4n],
        ['changed_at', LAST, OTHER, 4n],
        ['receipt_id', RECEIPT, SAVINGS, 2n],
        [
          'parts',
          '[{"amount":1000,"category":"Groceries"},{"amount":2000,"category":"Shopping","note":"a bag"}]',
          '[{"amount":1000,"category":"Groceries"},{"amount":2000,"category":"Shopping"}]',
          2n,
        ],
      ] as const
    ).map(([column, expected, found, revision]): [string, string, object[]] => [
      `the ${column} of a transaction that was edited`,
      `UPDATE projections.entries SET ${column} = '${found}' WHERE ledger_id = $1 AND entry_id = '${SPLIT}'`,
      [{ field: `transaction ${SPLIT}.${column}`, expected, found, revision }],
    ]),
    [
      'a restored transaction at another place',
      `UPDATE projections.entries SET revision = 8 WHERE ledger_id = $1 AND entry_id = '${SALARY}'`,
      [{ field: `transaction ${SALARY}.revision`, expected: '5', found: '8', revision: 8n }],
    ],
    ...(
      [
        ['revision', '3', '4', 3n],
        ['account_id', 'everyday', 'x', 3n],
        ['to_account', SAVINGS, 'x', 3n],
        ['amount', '15000', '10000', 10n],
        ['date', '2026-11-20', '2026-11-21', 3n],
        ['title', null, 'x', 3n],
        ['recorded_at', LAST, OTHER, 3n],
        ['changed_at', LAST, OTHER, 10n],
        ['known_from', '10', '3', 10n],
      ] as const
    ).map(([column, expected, found, revision]): [string, string, object[]] => [
      `a transfer's ${column}`,
      `UPDATE projections.entries SET ${column} = '${found}' WHERE ledger_id = $1 AND type = 'Transfer'`,
      [{ field: `transfer ${TRANSFER}.${column}`, expected, found, revision }],
    ]),
    [
      'a transfer that became an expense',
      "UPDATE projections.entries SET type = 'Expense' WHERE ledger_id = $1 AND type = 'Transfer'",
      [
        { field: `transaction ${TRANSFER}`, expected: null, found: expect.stringContaining('15000'), revision: 0n },
        { field: `transfer ${TRANSFER}`, expected: expect.stringContaining('15000'), found: null, revision: 10n },
      ],
    ],
    [
      'a lost transfer',
      "DELETE FROM projections.entries WHERE ledger_id = $1 AND type = 'Transfer'",
      [{ field: `transfer ${TRANSFER}`, expected: expect.stringContaining('15000'), found: null, revision: 10n }],
    ],
    [
      'a transfer too many',
      `INSERT INTO projections.entries
       SELECT (json_populate_record(e, '{"entry_id": "another"}')).* FROM projections.entries e
       WHERE ledger_id = $1 AND type = 'Transfer'`,
      [{ field: 'transfer another', expected: null, found: expect.stringContaining('15000'), revision: 0n }],
    ],
    ...(
      [
        ['entity_id', SALARY, SPLIT],
        ['change_set_id', 'undo', 'delete'],
        ['recorded_at', LAST, OTHER],
        ['type', 'TransactionRestored', 'IncomeRecorded'],
        ['data', expect.stringContaining('"place":5'), '{}'],
      ] as const
    ).map(([column, expected, found]): [string, string, object[]] => [
      `an event's ${column}`,
      `UPDATE projections.events SET ${column} = '${found}' WHERE ledger_id = $1 AND revision = 8`,
      [{ field: `event 8.${column}`, expected, found, revision: 8n }],
    ]),
    [
      'a lost event',
      'DELETE FROM projections.events WHERE ledger_id = $1 AND revision = 9',
      [{ field: 'event 9', expected: expect.stringContaining('AccountRenamed'), found: null, revision: 9n }],
    ],
    [
      'an event too many',
      "INSERT INTO projections.events VALUES ($1, 12, NULL, 'x', now(), 'LedgerReset', '{}')",
      [{ field: 'event 12', expected: null, found: expect.stringContaining('LedgerReset'), revision: 12n }],
    ],
    [
      'a lost receipt',
      'DELETE FROM projections.receipts WHERE ledger_id = $1',
      [{ field: `receipt ${RECEIPT}`, expected: `receipt_id ${RECEIPT}, known_from 2`, found: null, revision: 2n }],
    ],
    [
      'a receipt too many',
      "INSERT INTO projections.receipts VALUES ($1, 'x')",
      [{ field: 'receipt x', expected: null, found: 'receipt_id x, known_from 0', revision: 0n }],
    ],
    [
      'a change-set that is undone, and would be in force',
      "UPDATE projections.change_sets SET undone_by = NULL WHERE ledger_id = $1 AND change_set_id = 'delete'",
      [{ field: 'change-set delete.undone_by', expected: 'undo', found: null, revision: 7n }],
    ],
    [
      'what an undo undoes',
      "UPDATE projections.change_sets SET undoes = 'open' WHERE ledger_id = $1 AND change_set_id = 'undo'",
      [{ field: 'change-set undo.undoes', expected: 'delete', found: 'open', revision: 8n }],
    ],
    [
      'the first event of an undo',
      "UPDATE projections.change_sets SET first = 8 WHERE ledger_id = $1 AND change_set_id = 'undo'",
      [{ field: 'change-set undo.first', expected: '7', found: '8', revision: 8n }],
    ],
    [
      'the accounts of a transfer',
      `UPDATE projections.change_sets SET accounts = '["everyday"]' WHERE ledger_id = $1 AND change_set_id = 'move'`,
      [
        {
          ...{ field: 'change-set move.accounts', expected: `["${SAVINGS}","everyday"]`, found: '["everyday"]' },
          revision: 3n,
        },
      ],
    ],
  ];
  test.each(cases)('%s is reported', async (_, sql, findings) => {
    const ledgerId = await faultyGrammar();
    expect((await plant(sql, ledgerId)).rowCount).toBe(1);
    expect((await auditOf(ledgerId)).findings).toEqual(
      findings.map((finding) => ({ kind: 'rows', ledger: ledgerId, ...finding })),
    );
  });
});

/** A ledger with an import that is not at its end, and a confirmed balance. */
const ROW = { line: 1, key: 'key-of-row', date: '2026-11-20', amount: units(-5) };
const COFFEE = spent(5, 1, 'Bank') as LedgerEvent<'ExpenseRecorded'>;
/** The keys of the rows of the events at revisions 3 and 4, as they are stored: of each 8 bytes of its hash. */
const [OF_ROW, RAW] = [ROW.key, 'raw-key'].map((key) => hash('sha256', key).slice(0, 16));
const KEYS = `\\x${OF_ROW}03${RAW}03${OF_ROW}04`;
const IMPORT: [command: string, LedgerEvent][] = [
  ['deposit', deposited(100)],
  ['assert', { type: 'BalanceAsserted', data: { date: '2026-11-20', balance: units(95), source: 'hand' } }],
  [
    'import',
    {
      type: 'FileImported',
      data: { importId: idNumber(6), fileName: 'march.csv', format: 'csv', rows: 5, left: 1, count: 4 },
    },
  ],
  ['import', { ...COFFEE, data: { ...COFFEE.data, imported: [{ ...ROW, rawKey: 'raw-key' }] } }],
  ['import', { type: 'EntryMatched', data: { entryId: idNumber(1), entry: 'transaction', imported: ROW } }],
];
const IMPORT_END = BigInt(IMPORT.length - 1);

describe('in a ledger with an import and a confirmed balance', () => {
  async function faultyImport(): Promise<string> {
    const ledgerId = randomUUID();
    planted.push(ledgerId);
    await server.log.append(
      ledgerId,
      -1n,
      IMPORT.map(([command, event]) => stored(event, {}, command)),
    );
    await at(ledgerId, IMPORT_END);
    return ledgerId;
  }

  test('nothing differs, also while events of the import are missing, and where it is cut short', async () => {
    const ledgerId = await faultyImport();
    expect((await auditOf(ledgerId)).findings).toEqual([]);
    await server.log.append(ledgerId, IMPORT_END, [
      stored({ type: 'ImportCutShort', data: { missing: 2 } }, {}, 'import'),
    ]);
    await at(ledgerId, IMPORT_END + 1n);
    expect((await auditOf(ledgerId)).findings).toEqual([]);
  });

  const cases: [string, string, object][] = [
    [
      'a row of a file that would be new again',
      'UPDATE projections.imported_keys SET keys = substr(keys, 1, 9) WHERE ledger_id = $1 AND block = 0',
      { field: 'keys of rows in block 0.keys', expected: KEYS, found: KEYS.slice(0, 20), revision: 4n },
    ],
    [
      'what a bank said',
      "UPDATE projections.bank_texts SET texts = 'other' WHERE ledger_id = $1 AND revision = 3",
      { field: "bank's text 3.texts", expected: '\t', found: 'other', revision: 3n },
    ],
    [
      'a row of a file that was never imported',
      "UPDATE projections.imported_keys SET keys = keys || '\\x010203040506070801' WHERE ledger_id = $1 AND block = 0",
      { field: 'keys of rows in block 0.keys', expected: KEYS, found: `${KEYS}010203040506070801`, revision: 4n },
    ],
    [
      'an import that would count as whole',
      'UPDATE projections.ledgers SET unfinished = NULL WHERE ledger_id = $1',
      {
        ...{ field: 'ledger.unfinished', expected: '{"changeSetId":"import","first":2,"left":2}', found: null },
        revision: 4n,
      },
    ],
    [
      'the kind of an import',
      "UPDATE projections.change_sets SET kind = 'create-expense' WHERE ledger_id = $1 AND change_set_id = 'import'",
      { field: 'change-set import.kind', expected: 'import', found: 'create-expense', revision: 4n },
    ],
    [
      'the account of a confirmed balance',
      "UPDATE projections.change_sets SET accounts = '[]' WHERE ledger_id = $1 AND change_set_id = 'assert'",
      { field: 'change-set assert.accounts', expected: '["everyday"]', found: '[]', revision: 1n },
    ],
    [
      'what a confirmed balance is about',
      'UPDATE projections.events SET entity_id = NULL WHERE ledger_id = $1 AND revision = 1',
      { field: 'event 1.entity_id', expected: 'balance everyday 2026-11-20', found: null, revision: 1n },
    ],
  ];
  test.each(cases)('%s is reported', async (_, sql, finding) => {
    const ledgerId = await faultyImport();
    expect((await plant(sql, ledgerId)).rowCount).toBe(1);
    expect((await auditOf(ledgerId)).findings).toEqual([{ kind: 'rows', ledger: ledgerId, ...finding }]);
  });
});

/** The ledger with accounts, with as many events after it as a block takes, and one more. */
const PAST: [command: string, LedgerEvent][] = [
  ...GRAMMAR.slice(0, -1),
  ['plan', planned(300)],
  ['earn more', earned(1, 9)],
  ...Array.from({ length: 51 }, (_, at): [string, LedgerEvent] => [
    `figures ${at}`,
    { type: 'MonthlyFiguresSet', data: { income: units(at), expense: units(2) } },
  ]),
  [
    'delete transfer',
    { type: 'TransferDeleted', data: { transferId: TRANSFER, from: 'everyday', to: SAVINGS, amount: units(150) } },
  ],
];
const PAST_END = BigInt(PAST.length - 1);

describe('of what a ledger and its entries were', () => {
  async function faultyPast(): Promise<string> {
    const ledgerId = randomUUID();
    planted.push(ledgerId);
    await server.log.append(
      ledgerId,
      -1n,
      PAST.map(([command, event]) => stored(event, {}, command)),
    );
    await at(ledgerId, PAST_END);
    return ledgerId;
  }

  test('nothing differs', async () => {
    const report = await auditOf(await faultyPast());
    expect(report.findings).toEqual([]);
    expect(report.counts).toMatchObject({ events: 65, past: 14 });
    expect(reportText(report)).toMatch(/past +14/);
  });

  const cases: [string, string, object[]][] = [
    [
      'a lost version of a transaction',
      'DELETE FROM projections.past_entries WHERE ledger_id = $1 AND known_from = 2',
      [
        {
          ...{ field: `past transaction ${SPLIT} from 2`, expected: expect.stringContaining('Market'), found: null },
          revision: 4n,
        },
      ],
    ],
    [
      'a version of a transaction too many',
      `INSERT INTO projections.past_entries
       SELECT t.*, 9 FROM projections.entries t WHERE ledger_id = $1 AND known_from = 4`,
      [
        {
          ...{ field: `past transaction ${SPLIT} from 4`, expected: null, found: expect.stringContaining('Fair') },
          revision: 0n,
        },
      ],
    ],
    ...(
      [
        ['known_until', '4', '5'],
        ['title', 'Market', 'Fair'],
        ['revision', '2', '4'],
        ['changed_at', null, '2025-11-20T18:30:00.123000Z'],
      ] as const
    ).map(([column, expected, found]): [string, string, object[]] => [
      `the ${column} of a version of a transaction`,
      `UPDATE projections.past_entries SET ${column} = '${found}' WHERE ledger_id = $1 AND known_from = 2`,
      [{ field: `past transaction ${SPLIT} from 2.${column}`, expected, found, revision: 4n }],
    ]),
    [
      'the amount of a deleted transfer',
      'UPDATE projections.past_entries SET amount = 1 WHERE ledger_id = $1 AND known_from = 10',
      [{ field: `past transfer ${TRANSFER} from 10.amount`, expected: '15000', found: '1', revision: PAST_END }],
    ],
    [
      'a lost version of a transfer',
      'DELETE FROM projections.past_entries WHERE ledger_id = $1 AND known_from = 3',
      [
        {
          ...{ field: `past transfer ${TRANSFER} from 3`, expected: expect.stringContaining('10000'), found: null },
          revision: 10n,
        },
      ],
    ],
    [
      'a lost end of a block',
      'DELETE FROM projections.past_ledgers WHERE ledger_id = $1',
      [{ field: 'past ledger 63', expected: expect.stringContaining('Bicycle'), found: null, revision: 63n }],
    ],
    [
      'the end of a block at another revision',
      'UPDATE projections.past_ledgers SET revision = 64 WHERE ledger_id = $1',
      [
        { field: 'past ledger 64', expected: null, found: expect.stringContaining('Bicycle'), revision: 64n },
        { field: 'past ledger 63', expected: expect.stringContaining('Bicycle'), found: null, revision: 63n },
      ],
    ],
    ...(
      [
        ['balance', '197100', '197000'],
        ['turnover', '53100', '53000'],
        ['income', '5000', '4900'],
        ['expense', '200', '0'],
        ['payment_status', 'none', 'paid'],
        ['payment_session', null, 'cs_1'],
        ['transaction_count', '3', '2'],
        ['unfinished', null, '{"changeSetId":"x"}'],
        ['since', '0', '1'],
        ['known_at', '2025-11-20T18:30:00.123000Z', '2025-11-20T18:30:00.124000Z'],
        ['accounts', expect.stringContaining('Daily'), '[]'],
        ['goals', expect.stringContaining('Bicycle'), '[]'],
      ] as const
    ).map(([column, expected, found]): [string, string, object[]] => [
      `the ${column} at the end of a block`,
      `UPDATE projections.past_ledgers SET ${column} = '${found}' WHERE ledger_id = $1`,
      [{ field: `past ledger 63.${column}`, expected, found, revision: 63n }],
    ]),
    [
      'what a block has added to a month',
      "UPDATE projections.past_statistics SET income = income - 1 WHERE ledger_id = $1 AND period = 'month'",
      [
        {
          ...{ field: 'past statistics month 2026-11-01 in block 0.income', expected: '50100', found: '50099' },
          revision: 12n,
        },
      ],
    ],
    [
      'what another block has added',
      "UPDATE projections.past_statistics SET block = 1 WHERE ledger_id = $1 AND period = 'week'",
      [
        {
          ...{
            field: 'past statistics week 2026-11-16 in block 1',
            expected: null,
            found: expect.stringContaining('50100'),
          },
          revision: 0n,
        },
        {
          ...{
            field: 'past statistics week 2026-11-16 in block 0',
            expected: expect.stringContaining('50100'),
            found: null,
          },
          revision: 12n,
        },
      ],
    ],
    [
      'a day that another event knew first',
      "UPDATE projections.known_days SET known_from = 3 WHERE ledger_id = $1 AND account = ''",
      [{ field: 'known day 2026-11-20.known_from', expected: '2', found: '3', revision: 2n }],
    ],
    [
      'a lost day of an account',
      "DELETE FROM projections.known_days WHERE ledger_id = $1 AND account = 'everyday'",
      [
        {
          field: 'known day 2026-11-20 of everyday',
          expected: 'known_from 3, income 50100, expense 0, transferred 0, incomes 2, expenses 0, transfers 0',
          found: null,
          revision: 3n,
        },
      ],
    ],
    [
      'a wrong sum of a day',
      "UPDATE projections.known_days SET income = 50101 WHERE ledger_id = $1 AND account = 'everyday'",
      [{ field: 'known day 2026-11-20 of everyday.income', expected: '50100', found: '50101', revision: 3n }],
    ],
    [
      'a day too many',
      "INSERT INTO projections.known_days VALUES ($1, 'everyday', '2026-11-21', 3)",
      [{ field: 'known day 2026-11-21 of everyday', expected: null, found: expect.any(String), revision: 0n }],
    ],
  ];
  test.each(cases)('%s is reported', async (_, sql, findings) => {
    const ledgerId = await faultyPast();
    expect((await plant(sql, ledgerId)).rowCount).toBe(1);
    expect((await auditOf(ledgerId)).findings).toEqual(
      findings.map((finding) => ({ kind: 'rows', ledger: ledgerId, ...finding })),
    );
  });

  test('rows of before a reset are reported', async () => {
    const ledgerId = await faultyPast();
    const tables = ['past_ledgers', 'past_entries', 'past_statistics', 'known_days'];
    const kept = `SELECT json_agg(t) AS rows FROM projections`;
    const before = new Map<string, unknown>();
    for (const table of tables) {
      before.set(table, (await plant(`${kept}.${table} t WHERE ledger_id = $1`, ledgerId)).rows[0]?.rows);
    }
    await append(ledgerId, PAST_END, reset);
    await at(ledgerId, PAST_END + 1n);
    expect(await auditOf(ledgerId)).toMatchObject({ found: 0, counts: { past: 0 } });
    for (const table of tables) {
      const rows = `json_populate_recordset(NULL::projections.${table}, $1)`;
      await plant(`INSERT INTO projections.${table} SELECT * FROM ${rows}`, JSON.stringify(before.get(table)));
    }
    const { findings, found } = await auditOf(ledgerId);
    expect(found).toBe(11);
    expect(findings.every(({ kind, expected }) => kind === 'rows' && expected === null)).toBe(true);
  });
});

describe('a wrong row of a budget is reported', () => {
  const cell = { categoryId: 'Groceries', month: '2026-11' };
  const BUDGET: LedgerEvent[] = [
    earned(1, 2),
    { type: 'BudgetPlanned', data: { ...cell, from: units(0), to: units(5) } },
    { type: 'BudgetCarrySet', data: { ...cell, carry: 'all' } },
    { type: 'BudgetTargetSet', data: { categoryId: 'Groceries', target: { kind: 'monthly', amount: units(9) } } },
    { type: 'BudgetPlanned', data: { ...cell, from: units(5), to: units(7) } },
  ];
  const budgeted = async () => {
    const ledgerId = randomUUID();
    planted.push(ledgerId);
    await append(ledgerId, -1n, ...BUDGET);
    await at(ledgerId, BigInt(BUDGET.length - 1));
    return ledgerId;
  };

  test('nothing differs', async () => {
    expect((await auditOf(await budgeted())).findings).toEqual([]);
  });

  test.each<[string, string, object]>([
    [
      'another amount of a plan',
      'UPDATE projections.plans SET amount = 701 WHERE ledger_id = $1',
      { field: 'plan Groceries 2026-11.amount', expected: '700', found: '701', revision: 4n },
    ],
    [
      'a lost plan',
      'DELETE FROM projections.plans WHERE ledger_id = $1',
      { field: 'plan Groceries 2026-11', found: null, revision: 4n },
    ],
    [
      'a plan too many',
      "INSERT INTO projections.plans VALUES ($1, 'Groceries', '2026-12', 0)",
      { field: 'plan Groceries 2026-12', expected: null, revision: 0n },
    ],
    [
      'what carries over from another event on',
      'UPDATE projections.carries SET place = 1 WHERE ledger_id = $1',
      { field: 'carry Groceries 2026-11.place', expected: '2', found: '1', revision: 2n },
    ],
    [
      'another target',
      `UPDATE projections.targets SET target = '{"kind":"monthly","amount":901}' WHERE ledger_id = $1`,
      { field: 'target Groceries.target', revision: 3n },
    ],
    [
      'a wrong sum of a month',
      'UPDATE projections.category_months SET amount = 101 WHERE ledger_id = $1',
      { field: 'category month 2026-11 Income Salary.amount', expected: '100', found: '101' },
    ],
    [
      'a lost sum of a month',
      'DELETE FROM projections.category_months WHERE ledger_id = $1',
      { field: 'category month 2026-11 Income Salary', found: null },
    ],
    [
      'a sum of a month too many',
      "INSERT INTO projections.category_months VALUES ($1, '2026-11', 'Expense', '-', 0)",
      { field: 'category month 2026-11 Expense -', expected: null },
    ],
    [
      'a wrong sum of the pieces of a day',
      "UPDATE projections.piece_sums SET amount = 101 WHERE ledger_id = $1 AND period = 'day'",
      { field: 'pieces of day 2026-11-20 everyday Income Salary.amount', expected: '100', found: '101' },
    ],
    [
      'a wrong number of entries of a month',
      "UPDATE projections.piece_sums SET entries = 2 WHERE ledger_id = $1 AND period = 'month'",
      { field: 'pieces of month 2026-11-01 everyday Income Salary.entries', expected: '1', found: '2' },
    ],
    [
      'a lost sum of the pieces of a month',
      "DELETE FROM projections.piece_sums WHERE ledger_id = $1 AND period = 'month'",
      { field: 'pieces of month 2026-11-01 everyday Income Salary', found: null },
    ],
    [
      'a set of categories too many',
      "INSERT INTO projections.piece_sums VALUES ($1, 'day', '2026-11-20', 'everyday', 'Expense', E'a\\tb', 0, 1)",
      { field: 'pieces of day 2026-11-20 everyday Expense a and b', expected: null },
    ],
    [
      'a wrong sum of a block',
      'UPDATE projections.past_category_months SET amount = 101 WHERE ledger_id = $1',
      { field: 'past category month 2026-11 Income Salary in block 0.amount', expected: '100', found: '101' },
    ],
    [
      'a sum in another block',
      "INSERT INTO projections.past_category_months VALUES ($1, '2026-11', 'Income', 'Salary', 0, 1)",
      { field: 'past category month 2026-11 Income Salary in block 1', expected: null },
    ],
    [
      'a lost sum of a block',
      'DELETE FROM projections.past_category_months WHERE ledger_id = $1',
      { field: 'past category month 2026-11 Income Salary in block 0', found: null },
    ],
  ])('%s', async (_, sql, finding) => {
    const ledgerId = await budgeted();
    expect((await plant(sql, ledgerId)).rowCount).toBe(1);
    const { findings } = await auditOf(ledgerId);
    expect(findings).toEqual([expect.objectContaining({ kind: 'rows', ledger: ledgerId, ...finding })]);
  });
});

describe('an error in the log is reported with its revision', () => {
  test('an event that can not be decoded, which stalls the projection', async () => {
    const ledgerId = await faulty();
    await server.log.append(ledgerId, END, [stored(spent(5, 7), { type: 'GoldFound' })]);
    await settled(
      () => auditOf(ledgerId),
      ({ findings }) => findings.some(({ kind }) => kind === 'stalled'),
    );
    await append(ledgerId, END + 1n, spent(5, 8));
    const { findings, onTheirWay } = await auditOf(ledgerId);
    expect(findings).toEqual([
      {
        kind: 'log',
        ledger: ledgerId,
        field: 'event',
        expected: 'a readable event',
        found: 'unknown event type "GoldFound"',
        revision: END + 1n,
      },
      expect.objectContaining({ kind: 'stalled', found: 'unknown event type "GoldFound"', revision: END + 1n }),
    ]);
    expect(onTheirWay.events).toBe(0);
    await append(ledgerId, END + 2n, reset, deposited(3));
    await at(ledgerId, END + 4n);
    expect((await auditOf(ledgerId)).findings).toMatchObject([{ kind: 'log', field: 'event' }]);
  });

  test('an event whose data was removed after it was projected', async () => {
    const ledgerId = await faulty();
    await tamper('UPDATE events SET data = $3 WHERE stream = $1 AND revision = $2', ledgerId, 5, Buffer.from('{}'));
    expect((await auditOf(ledgerId)).findings).toMatchObject([{ kind: 'log', field: 'event', revision: 5n }]);
  });

  test('a changed amount in the log', async () => {
    const ledgerId = await faulty();
    const data = Buffer.from(JSON.stringify({ ...spent(30.25, 1).data, amount: 3026 }));
    await tamper('UPDATE events SET data = $3 WHERE stream = $1 AND revision = $2', ledgerId, 1, data);
    const { findings } = await auditOf(ledgerId);
    expect(findings).toContainEqual({
      kind: 'log',
      ledger: ledgerId,
      field: 'balance before',
      expected: '134974',
      found: '134975',
      revision: 8n,
    });
    expect(findings).toContainEqual({
      kind: 'rows',
      ledger: ledgerId,
      field: `transaction ${idNumber(1)}.amount`,
      expected: '3026',
      found: '3025',
      revision: 1n,
    });
  });

  test.each([
    [4, 'in the middle'],
    [0, 'at the beginning'],
  ])('a missing revision: %i, %s', async (revision) => {
    const ledgerId = await faulty();
    await tamper('DELETE FROM events WHERE stream = $1 AND revision = $2', ledgerId, revision);
    const found = String(revision + 1);
    expect((await auditOf(ledgerId)).findings).toEqual([
      { kind: 'log', ledger: ledgerId, field: 'revision', expected: `${revision}`, found, revision: BigInt(revision) },
    ]);
  });

  test('missing last events', async () => {
    const ledgerId = await faulty();
    await tamper('DELETE FROM events WHERE stream = $1 AND revision = $2', ledgerId, 8);
    const { findings } = await auditOf(ledgerId);
    expect(findings.map(({ field, revision }) => [field, revision])).toEqual([
      ['checkpoint.reached', null],
      ['checkpoint.position', null],
      ['ledger.revision', 8n],
      ['ledger.balance', 8n],
      ['event 8', 8n],
      [expect.stringMatching(/^change-set /), 8n],
    ]);
    expect(findings).toContainEqual({
      kind: 'rows',
      ledger: ledgerId,
      field: 'ledger.revision',
      expected: '7',
      found: '8',
      revision: 8n,
    });
  });

  test('a ledger with rows but without events', async () => {
    const ledgerId = await faulty();
    await events.query('DELETE FROM events WHERE stream = $1', [Buffer.from(`ledger-${ledgerId}`)]);
    const { findings } = await auditOf(ledgerId);
    expect(findings).toContainEqual({
      kind: 'log',
      ledger: ledgerId,
      field: 'revision',
      expected: '0 to 8',
      found: null,
      revision: 0n,
    });
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'orphan', field: 'ledgers' }));
  });

  test('events in another order in $all than in their stream', async () => {
    const ledgerId = await faulty();
    const stream = Buffer.from(`ledger-${ledgerId}`);
    const { rows } = await events.query(
      'SELECT revision, position FROM events WHERE stream = $1 AND revision IN (3, 6) ORDER BY revision',
      [stream],
    );
    const [{ position: third }, { position: sixth }] = rows;
    for (const [revision, position] of [
      [3, 10n ** 15n],
      [6, third],
      [3, sixth],
    ]) {
      await tamper('UPDATE events SET position = $3 WHERE stream = $1 AND revision = $2', ledgerId, revision, position);
    }
    const { findings } = await auditOf(ledgerId);
    expect(findings.map(({ kind, field, revision }) => [kind, field, revision])).toEqual([
      ['log', 'position', 4n],
      ['log', 'position', 6n],
    ]);
    expect(findings[0]).toMatchObject({ expected: `after ${sixth}/${sixth}` });
  });

  test('a command that was recorded twice, or with another input', async () => {
    const ledgerId = await faulty();
    const { metadata, ...first } = stored(spent(5, 7));
    const { commandId } = metadata as { commandId: string };
    await server.log.append(ledgerId, END, [
      { ...first, metadata },
      stored(spent(1, 8)),
      stored(spent(5, 9), { metadata }),
      stored(spent(5, 6), { metadata: { ...metadata, inputHash: 'other' } }),
    ]);
    await at(ledgerId, END + 4n);
    const one = { kind: 'log', ledger: ledgerId };
    expect((await auditOf(ledgerId)).findings).toEqual([
      {
        ...one,
        field: `change-set ${commandId}`,
        expected: `one effect, up to revision ${END + 1n}`,
        found: 'another',
        revision: END + 3n,
      },
      { ...one, field: `change-set ${commandId}.input_hash`, expected: 'hash', found: 'other', revision: END + 4n },
    ]);
  });

  const contradictions: [string, LedgerEvent, object][] = [
    ['an expense below nothing', spent(-5, 7), { field: 'amount', expected: '1 to 99999999999999', found: '-500' }],
    [
      'more cash than there is',
      spent(1400.01, 7),
      { field: 'amount in cash', expected: 'at most 140000', found: '140001' },
    ],
    ['more for a goal than it is to hold', saved(301), { field: 'amount', expected: 'at most 30000', found: '30100' }],
    [
      'a goal that is reached, and does not say so',
      saved(180),
      { field: `goal ${idNumber(5)}.reached_on`, expected: 'a day', found: null },
    ],
    [
      'a checkout that ends without having begun',
      { type: 'CheckoutExpired', data: { sessionId: 'cs_1' } },
      { field: 'open checkout', expected: null, found: 'cs_1' },
    ],
    [
      'a balance set by hand from what it was not',
      { type: 'BalanceAdjusted', data: { from: units(1), to: units(2) } },
      { field: 'balance before', expected: '140000', found: '100' },
    ],
    [
      'a deposit into a full ledger',
      deposited(5),
      { field: 'balance before a deposit', expected: '0', found: '140000' },
    ],
    [
      'a deleted transaction that was another amount',
      deleted(1, 31),
      { field: `transaction ${idNumber(1)}.amount`, expected: '3025', found: '3100' },
    ],
    [
      'a transaction deleted twice',
      deleted(3, 7),
      { field: `transaction ${idNumber(3)}`, expected: 'present', found: null },
    ],
    [
      'a goal that returns more than it holds',
      { type: 'GoalDeleted', data: { goalId: idNumber(5), returnedAmount: units(121) } },
      { field: `goal ${idNumber(5)}.current_amount`, expected: '12000', found: '12100' },
    ],
  ];
  test.each(contradictions)('%s', async (_, event, expected) => {
    const ledgerId = await faulty();
    await append(ledgerId, END, event);
    await at(ledgerId, END + 1n);
    expect((await auditOf(ledgerId)).findings).toContainEqual({
      kind: 'log',
      ledger: ledgerId,
      revision: END + 1n,
      ...expected,
    });
  });
});

/** Pause of a writer between its appends. */
const WRITER_PAUSE_MS = 25;
/** How many audits have no false findings, and beside how many swaps, at least. */
const AUDITS_MIN = 5;
const SWAPS_MIN = 5;

/** Rebuilds the read models and swaps them in. */
async function replayOnce(): Promise<void> {
  const client = await openClient(server.databaseUrl);
  const ignore = () => {};
  const listener = {
    began: ignore,
    applied: ignore,
    caughtUp: ignore,
    completed: ignore,
    compared: ignore,
    broke: ignore,
  };
  const parts = { client, log: server.log, epoch: null, listener, gently: false };
  expect(await replay(parts, new AbortController().signal).finally(() => client.end())).toBe(true);
}

/** With a log of their own: the tests above have left a hundred erased ledgers, which each audit of all reads again. */
describe('beside a worker and replays', () => {
  beforeAll(async () => {
    await close();
    await open();
  });

  describe('a wrong checkpoint', () => {
    const checkpoint = async () => (await plant('SELECT * FROM projections.checkpoint')).rows[0];
    const cases: [string, string, object][] = [
      [
        'set back',
        "UPDATE projections.checkpoint SET position = '0/0', reached = '0/0'",
        { field: 'checkpoint.reached', found: '0/0' },
      ],
      [
        'set to none',
        'UPDATE projections.checkpoint SET position = NULL, reached = NULL',
        { field: 'checkpoint.reached' },
      ],
      [
        'set beyond the end',
        "UPDATE projections.checkpoint SET position = '999999999999/999999999999'",
        { field: 'checkpoint.position', found: '999999999999/999999999999' },
      ],
      [
        'no position at all',
        "UPDATE projections.checkpoint SET position = 'here'",
        { field: 'checkpoint.position', found: 'here' },
      ],
      [
        'of another log',
        "UPDATE projections.checkpoint SET log_id = 'another'",
        { field: 'checkpoint.log_id', found: 'another' },
      ],
    ];
    test.each(cases)('%s', async (_, sql, finding) => {
      await ledger();
      const before = await checkpoint();
      await plant(sql);
      const { findings } = await auditOfAll();
      const { log_id, position, reached } = before;
      await plant(
        'UPDATE projections.checkpoint SET log_id = $1, position = $2, reached = $3',
        log_id,
        position,
        reached,
      );
      expect(findings).toHaveLength(1);
      expect(findings).toMatchObject([{ kind: 'checkpoint', ...finding }]);
      expect((await auditOfAll()).findings).toEqual([]);
    });
  });

  test('events that are not projected yet are counted and are no difference', async () => {
    const behind = await ledger();
    const begun = randomUUID();
    const erased = await ledger();
    server.worker.pause();
    // The paused worker still applies the batch that it was waiting for.
    await append(behind, END, spent(5, 7), spent(6, 8), deleted(1, 30.25));
    await append(begun, -1n, ...LEDGER);
    await server.log.erase(erased);
    const meanwhile = await auditOfAll();
    expect(meanwhile.findings).toEqual([]);
    expect(meanwhile.onTheirWay).toEqual({ ledgers: 3, events: 3 + LEDGER.length + 1 });
    expect(reportText(meanwhile)).toContain('13 events of 3 ledgers are on their way');
    server.worker.resume();
    await at(behind, END + 3n);
    await at(begun, END);
    await at(erased, -1n);
    expect(await auditOfAll()).toMatchObject({ onTheirWay: { ledgers: 0, events: 0 }, found: 0 });
  });

  test('has no false findings beside a worker under load and replays that swap the tables', async () => {
    const users = Array.from({ length: 4 }, () => randomUUID());
    let writing = true;
    const writers = users.map(async (ledgerId) => {
      let revision = await append(ledgerId, -1n, deposited(1_000_000));
      for (let round = 0; writing; round += 1) {
        const id = `00000000-0000-4000-9000-${String(round).padStart(12, '0')}`;
        const entry = { type: 'ExpenseRecorded', data: { ...spent(1).data, transactionId: id } } as LedgerEvent;
        const undo = { type: 'TransactionDeleted', data: { ...deleted(1, 1).data, transactionId: id } } as LedgerEvent;
        revision = await append(ledgerId, revision, ...(round % 3 === 0 ? [entry, undo] : [entry]));
        // Without a pause the log would grow faster than an audit of it, and most of the work would be the writers'.
        await setTimeout(WRITER_PAUSE_MS);
      }
      return revision;
    });
    let swaps = 0;
    const replaying = (async () => {
      for (; writing; swaps += 1) await replayOnce();
    })();
    // The error of a replay ends the audits, and is thrown where it is awaited.
    replaying.catch(() => {
      swaps = SWAPS_MIN;
    });
    try {
      for (let audits = 0; audits < AUDITS_MIN || swaps < SWAPS_MIN; audits += 1) {
        expect((await auditOfAll()).findings).toEqual([]);
      }
    } finally {
      writing = false;
    }
    await replaying;
    const revisions = await Promise.all(writers);
    for (const [index, ledgerId] of users.entries()) await at(ledgerId, revisions[index] ?? -1n);
    expect(await auditOfAll()).toMatchObject({ found: 0, onTheirWay: { events: 0 } });
  });

  test('worker and audit agree after random commands', async () => {
    const users = new Map(
      fc.sample(anyCommands(), { numRuns: 100, seed: 7 }).map((commands) => [randomUUID(), commands]),
    );
    const ends = new Map<string, bigint>();
    for (const [ledgerId, commands] of users) {
      const { events } = carriedOut(commands);
      if (events.length === 0) continue;
      await server.log.append(
        ledgerId,
        -1n,
        events.map(({ event, metadata }) => ({ id: randomUUID(), ...encode(event, metadata) })),
      );
      ends.set(ledgerId, BigInt(events.length - 1));
    }
    for (const [ledgerId, end] of ends) await at(ledgerId, end);
    const { findings, counts, accounts } = await auditOfAll();
    expect(findings).toEqual([]);
    expect(counts.events).toBeGreaterThan(200);
    expect(Object.values(accounts).reduce((sum, amount) => sum + amount, 0n)).toBe(0n);
  });
});
