import { expect, test } from 'vitest';
import type { LoggedEvent } from '#event-log/logged-event.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import { encode } from '#ledger/log/codec.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { ImportedRow } from '#ledger/model/values.ts';
import { deposited, earned, idNumber, planned, recordedAt, saved, spent, units } from '#ledger/testing/scenario.ts';
import type { Finding } from './finding.ts';
import { auditLedger } from './ledger-audit.ts';
import { NO_ROWS } from './stored-rows.ts';

/** An event with its command; each has one of its own, `command <revision>`, where none is named. */
type Told = LedgerEvent | [command: string, LedgerEvent];

async function* logged(told: readonly Told[]): AsyncGenerator<LoggedEvent> {
  for (const [index, item] of told.entries()) {
    const [commandId, event] = Array.isArray(item) ? item : [`command ${index}`, item];
    const { metadata, revision } = recordedAt(event, BigInt(index), commandId);
    yield {
      kind: 'event',
      id: `event ${index}`,
      ledgerId: 'ada',
      position: `${index}/${index}`,
      revision,
      ...encode(event, metadata),
    };
  }
}

/** The findings of a log with these events, without kind and ledger. Nothing of it is projected yet. */
async function findings(...told: Told[]): Promise<Omit<Finding, 'kind' | 'ledger'>[]> {
  const { findings } = await auditLedger('ada', logged(told), NO_ROWS);
  return findings.map(({ kind, ledger: _, ...finding }) => {
    expect(kind).toBe('log');
    return finding;
  });
}

const event = <Type extends LedgerEvent['type']>(type: Type, data: LedgerEvent<Type>['data']): LedgerEvent =>
  ({ type, data }) as LedgerEvent;

const [SPENT, EARNED, MOVED, GOAL, SAVINGS, CARD, NOBODY] = [1, 2, 3, 5, 6, 7, 9].map(idNumber) as [
  ...[string, string, string, string, string, string, string],
];
const DATE = '2026-11-20';
const opened = (accountId: string, name: string, openingBalance?: Cents) =>
  event('AccountOpened', { accountId, name, kind: 'Savings', openingBalance });
const moved = (from: string, to: string, amount: number) =>
  event('TransferMade', { transferId: MOVED, from, to, amount: units(amount), date: DATE });
const undone = (changeSetId: string, count: number, ...chain: string[]) =>
  event('ChangeSetUndone', { changeSetId, chain: [changeSetId, ...chain], count, today: DATE });
const deleted = event('TransactionDeleted', {
  ...{ transactionId: EARNED, type: 'Income', amount: units(500), date: DATE },
} as LedgerEvent<'TransactionDeleted'>['data']);
const restored = (fields: Partial<LedgerEvent<'TransactionRestored'>['data']> = {}) =>
  event('TransactionRestored', {
    ...{ transactionId: EARNED, type: 'Income', title: 'Salary', amount: units(500), date: DATE, category: 'Salary' },
    ...{ place: 2, recordedAt: '2026-11-20T00:02:00.000Z' },
    ...fields,
  });

const COFFEE = { type: 'Expense', title: 'Coffee', amount: units(5), date: DATE, wallet: 'Cash' } as const;
type Entry = LedgerEvent<'TransactionChanged'>['data']['after'];
const edited = (
  after: Partial<Entry>,
  before: Partial<Entry> = {},
  set?: LedgerEvent<'TransactionChanged'>['data']['set'],
) =>
  event('TransactionChanged', {
    transactionId: SPENT,
    before: { ...COFFEE, ...before },
    after: { ...COFFEE, ...after },
    set,
  });
const parts = (...amounts: number[]): NonNullable<Entry['parts']> =>
  amounts.map((amount) => ({ amount: units(amount), category: 'Groceries' }));
const transfer = { from: 'everyday', to: SAVINGS, amount: units(50), date: DATE };
const transferEdited = (after: object, before: object = {}) =>
  event('TransferChanged', {
    transferId: MOVED,
    before: { ...transfer, ...before },
    after: { ...transfer, ...after },
  });
const goal = ({ finalAmount }: { finalAmount: number }) =>
  event('GoalCreated', { goalId: NOBODY, title: 'Boat', finalAmount: units(finalAmount) });
const WITHIN = '1 to 99999999999999';
const SPLIT = event('ExpenseRecorded', {
  ...{ transactionId: NOBODY, title: 'Market', amount: units(30), date: DATE, wallet: 'Bank', parts: parts(10, 20) },
} as LedgerEvent<'ExpenseRecorded'>['data']);

/**
 * 100 and a coffee in Everyday, the salary, 50 moved to Savings, which was opened with 20, a goal with 30, and an empty
 * Card.
 */
const BEFORE: LedgerEvent[] = [
  deposited(100),
  spent(5),
  earned(500),
  opened(SAVINGS, 'Savings', units(20)),
  moved('everyday', SAVINGS, 50),
  planned(300),
  saved(30),
  opened(CARD, 'Card'),
];
const NEXT = BEFORE.length;

/** The ledger after a deletion and its undo. */
const UNDONE: Told[] = [...BEFORE, ['delete', deleted], ['undo', undone('delete', 1)], ['undo', restored()]];

test('events that follow from those before them have no findings', async () => {
  expect(await findings(...UNDONE)).toEqual([]);
  expect(await findings(...UNDONE, ['redo', undone('undo', 1, 'delete')], ['redo', deleted])).toEqual([]);
  expect(await findings(...BEFORE, SPLIT, edited({ title: 'Tea' }), transferEdited({ amount: units(1) }))).toEqual([]);
  expect(await findings(...BEFORE, event('AccountClosed', { accountId: CARD }))).toEqual([]);
});

/** The finding about an event that follows `BEFORE`. */
const cases: [string, LedgerEvent, object][] = [
  [
    'an account that is opened twice',
    opened(CARD, 'Other'),
    { field: `account ${CARD}`, expected: null, found: 'opened already' },
  ],
  [
    'an account under the name of another',
    opened(NOBODY, 'sAVINGS'),
    { field: `account ${NOBODY}.name`, expected: `another name than account ${SAVINGS}`, found: 'sAVINGS' },
  ],
  [
    'an opening balance that is no amount',
    opened(NOBODY, 'Loan', -(10 ** 14) as Cents),
    { field: 'opening balance', expected: '-99999999999999 to 99999999999999', found: '-100000000000000' },
  ],
  [
    'an account renamed from what it was not called',
    event('AccountRenamed', { accountId: CARD, from: 'Visa', to: 'Debit' }),
    { field: `account ${CARD}.name`, expected: 'Card', found: 'Visa' },
  ],
  [
    'an account renamed to what it is called',
    event('AccountRenamed', { accountId: CARD, from: 'Card', to: 'Card' }),
    { field: `account ${CARD}.name`, expected: 'another name', found: 'Card' },
  ],
  [
    'an account renamed to the name of another',
    event('AccountRenamed', { accountId: CARD, from: 'Card', to: 'everyday' }),
    { field: `account ${CARD}.name`, expected: 'another name than account everyday', found: 'everyday' },
  ],
  [
    'an account that is closed with money',
    event('AccountClosed', { accountId: SAVINGS }),
    { field: `account ${SAVINGS}.balance`, expected: '0', found: '7000' },
  ],
  [
    'Everyday that is closed',
    event('AccountClosed', { accountId: 'everyday' }),
    { field: 'account everyday', expected: 'always open', found: 'closed' },
  ],
  [
    'an open account that is reopened',
    event('AccountReopened', { accountId: CARD }),
    { field: `account ${CARD}.is_open`, expected: 'false', found: 'true' },
  ],
  [
    'an account that no event opened',
    event('InitialDepositMade', { amount: units(5), accountId: NOBODY }),
    { field: `account ${NOBODY}`, expected: 'present', found: null },
  ],
  [
    'a deposit into an account that is not empty',
    event('InitialDepositMade', { amount: units(5), accountId: SAVINGS }),
    { field: 'balance before a deposit', expected: '0', found: '7000' },
  ],
  [
    'the balance of an account set from that of another',
    event('BalanceAdjusted', { from: units(515), to: units(5), accountId: SAVINGS }),
    { field: 'balance before', expected: '7000', found: '51500' },
  ],
  [
    'more cash than the account has',
    event('ExpenseRecorded', {
      ...{ transactionId: NOBODY, title: 'x', amount: units(71), date: DATE, wallet: 'Cash', accountId: SAVINGS },
    } as LedgerEvent<'ExpenseRecorded'>['data']),
    { field: 'amount in cash', expected: 'at most 7000', found: '7100' },
  ],
  [
    'more for a goal than the account has',
    event('MoneyAddedToGoal', { goalId: GOAL, amount: units(71), accountId: SAVINGS }),
    { field: 'amount', expected: 'at most 7000', found: '7100' },
  ],
  [
    'a transfer to itself',
    event('TransferMade', { ...transfer, transferId: NOBODY, to: 'everyday' }),
    { field: `transfer ${NOBODY}.to_account`, expected: 'another account', found: 'everyday' },
  ],
  [
    'a transfer of nothing',
    event('TransferMade', { ...transfer, transferId: NOBODY, amount: 0 as Cents }),
    { field: 'amount', expected: WITHIN, found: '0' },
  ],
  [
    'a transfer that is made twice',
    moved('everyday', CARD, 5),
    { field: `transfer ${MOVED}`, expected: null, found: 'made already' },
  ],
  [
    'a transfer from an account that no event opened',
    event('TransferMade', { ...transfer, transferId: NOBODY, from: NOBODY }),
    { field: `account ${NOBODY}`, expected: 'present', found: null },
  ],
  [
    'a transfer changed from what it was not',
    transferEdited({ amount: units(5) }, { amount: units(51) }),
    { field: `transfer ${MOVED}.amount`, expected: '5000', found: '5100' },
  ],
  [
    'a transfer changed to what it is',
    transferEdited({}),
    { field: `transfer ${MOVED}`, expected: 'changed', found: 'the same' },
  ],
  [
    'a deleted transfer that went elsewhere',
    event('TransferDeleted', { transferId: MOVED, from: 'everyday', to: CARD, amount: units(50) }),
    { field: `transfer ${MOVED}.to_account`, expected: SAVINGS, found: CARD },
  ],
  [
    'a deletion from another account',
    event('TransactionDeleted', {
      ...{ transactionId: EARNED, type: 'Income', amount: units(500), date: DATE, accountId: SAVINGS },
    } as LedgerEvent<'TransactionDeleted'>['data']),
    { field: `transaction ${EARNED}.account_id`, expected: 'everyday', found: SAVINGS },
  ],
  ...(
    [
      ['title', 'Coffee', 'Tea', { title: 'Tea' }],
      ['amount', '500', '600', { amount: units(6) }],
      ['date', DATE, '2026-11-21', { date: '2026-11-21' }],
      ['wallet', 'Cash', 'Bank', { wallet: 'Bank' }],
      ['category', null, 'Travel', { category: 'Travel' }],
      ['account_id', 'everyday', CARD, { accountId: CARD }],
      ['receipt_id', null, NOBODY, { receiptId: NOBODY }],
      [
        'parts',
        null,
        '[{"amount":200,"category":"Groceries"},{"amount":300,"category":"Groceries"}]',
        { parts: parts(2, 3) },
      ],
    ] as const
  ).map(([field, expected, found, before]): [string, LedgerEvent, object] => [
    `a transaction changed from another ${field}`,
    edited({ title: 'Cake' }, before as Partial<Entry>),
    { field: `transaction ${SPENT}.${field}`, expected, found },
  ]),
  [
    'a transaction changed to what it is',
    edited({}),
    { field: `transaction ${SPENT}`, expected: 'changed', found: 'the same' },
  ],
  [
    'who set a field that does not change',
    edited({ title: 'Cake' }, {}, { category: { by: 'past' } }),
    { field: `transaction ${SPENT}.set`, expected: 'fields that it changes', found: 'category' },
  ],
  [
    'who set a field without a value',
    event('ExpenseRecorded', {
      ...{ transactionId: NOBODY, title: 'x', amount: units(4), date: DATE, wallet: 'Bank' as const },
      set: { note: { by: 'past' } },
    }),
    { field: `transaction ${NOBODY}.set`, expected: 'fields with a value', found: 'note' },
  ],
  [
    'a field that an edit says an earlier event set',
    edited({ title: 'Cake' }, {}, { title: { by: 'hand', revision: 1 } }),
    { field: `transaction ${SPENT}.set`, expected: 'by this event', found: 'by the event 1' },
  ],
  [
    'an edit that takes more cash than there is without the entry',
    edited({ amount: units(520.01) }),
    { field: 'amount in cash', expected: 'at most 52000', found: '52001' },
  ],
  [
    'an edit that moves cash to an account which has less',
    edited({ accountId: CARD }),
    { field: 'amount in cash', expected: 'at most 0', found: '500' },
  ],
  [
    'parts that do not add up',
    edited({ parts: parts(2, 2.99) }),
    { field: `transaction ${SPENT}.parts`, expected: '500', found: '499' },
  ],
  [
    'a part of nothing',
    edited({ parts: parts(5, 0) }),
    { field: `transaction ${SPENT}.parts.amount`, expected: WITHIN, found: '0' },
  ],
  [
    'a category beside parts',
    edited({ parts: parts(2, 3), category: 'Travel' }),
    { field: `transaction ${SPENT}.category`, expected: null, found: 'Travel' },
  ],
  [
    'a part of a category of income',
    edited({ parts: [...parts(2), { amount: units(3), category: 'Salary' }] }),
    { field: `transaction ${SPENT}.category`, expected: 'one of Expense', found: 'Salary' },
  ],
  [
    'an expense without a wallet',
    edited({ wallet: undefined }),
    { field: `transaction ${SPENT}.wallet`, expected: 'a wallet', found: null },
  ],
  [
    'an income with a wallet',
    edited({ type: 'Income' }),
    { field: `transaction ${SPENT}.wallet`, expected: null, found: 'a wallet' },
  ],
  [
    'parts of a new transaction that do not add up',
    event('ExpenseRecorded', {
      ...{ transactionId: NOBODY, title: 'x', amount: units(4), date: DATE, wallet: 'Bank' as const },
      parts: parts(1, 2) as LedgerEvent<'ExpenseRecorded'>['data']['parts'],
    }),
    { field: `transaction ${NOBODY}.parts`, expected: '400', found: '300' },
  ],
  ['an edit to nothing', edited({ amount: 0 as Cents }), { field: 'amount', expected: WITHIN, found: '0' }],
  [
    'a deposit of nothing',
    event('InitialDepositMade', { amount: 0 as Cents, accountId: CARD }),
    { field: 'amount', expected: WITHIN, found: '0' },
  ],
  [
    'a beginning with what no bank can have',
    event('InitialDepositMade', {
      ...{ amount: -5 as Cents, accountId: SAVINGS },
      bank: { date: DATE, balance: (10 ** 14) as Cents },
    }),
    { field: 'bank.balance', expected: '-99999999999999 to 99999999999999', found: '100000000000000' },
  ],
  [
    'monthly figures below 0',
    event('MonthlyFiguresSet', { income: -1 as Cents, expense: 0 as Cents }),
    { field: 'income', expected: '0 to 99999999999999', found: '-1' },
  ],
  [
    'monthly figures that are no amounts',
    event('MonthlyFiguresSet', { income: 0 as Cents, expense: (10 ** 14) as Cents }),
    { field: 'expense', expected: '0 to 99999999999999', found: '100000000000000' },
  ],
  [
    'a transfer changed to one to itself',
    transferEdited({ to: 'everyday' }),
    { field: `transfer ${MOVED}.to_account`, expected: 'another account', found: 'everyday' },
  ],
  [
    'a goal of nothing',
    goal({ finalAmount: 0 }),
    { field: `goal ${NOBODY}.final_amount`, expected: WITHIN, found: '0' },
  ],
  ['a goal created twice', planned(5), { field: `goal ${GOAL}`, expected: null, found: 'created already' }],
  [
    'a goal changed to nothing',
    event('GoalUpdated', { goalId: GOAL, title: 'x', finalAmount: 0 as Cents, reachedOn: DATE }),
    { field: `goal ${GOAL}.final_amount`, expected: WITHIN, found: '0' },
  ],
  [
    'a goal that is not reached, and says so',
    event('GoalUpdated', { goalId: GOAL, title: 'x', finalAmount: units(31), reachedOn: DATE }),
    { field: `goal ${GOAL}.reached_on`, expected: null, found: 'a day' },
  ],
  ['nothing for a goal', saved(0), { field: 'amount', expected: WITHIN, found: '0' }],
  [
    'a goal that returns less than it holds',
    event('GoalDeleted', { goalId: GOAL, returnedAmount: units(29) }),
    { field: `goal ${GOAL}.current_amount`, expected: '3000', found: '2900' },
  ],
  [
    'a checkout that ends without having begun',
    event('CheckoutExpired', { sessionId: 'cs_1' }),
    { field: 'open checkout', expected: null, found: 'cs_1' },
  ],
  [
    'a change of a transaction that is not there',
    event('TransactionChanged', { transactionId: NOBODY, before: COFFEE, after: { ...COFFEE, title: 'x' } }),
    { field: `transaction ${NOBODY}`, expected: 'present', found: null },
  ],
  [
    'a deletion of a transaction that is not there',
    event('TransactionDeleted', { transactionId: NOBODY, type: 'Income', amount: units(5), date: DATE }),
    { field: `transaction ${NOBODY}`, expected: 'present', found: null },
  ],
  [
    'a change of a transfer that is not there',
    event('TransferChanged', { transferId: NOBODY, before: transfer, after: { ...transfer, title: 'x' } }),
    { field: `transfer ${NOBODY}`, expected: 'present', found: null },
  ],
  [
    'a deletion of a transfer that is not there',
    event('TransferDeleted', { transferId: NOBODY, from: 'everyday', to: CARD, amount: units(5) }),
    { field: `transfer ${NOBODY}`, expected: 'present', found: null },
  ],
  ['money for a goal that is not there', saved(5, 9), { field: `goal ${NOBODY}`, expected: 'present', found: null }],
  [
    'a deletion of a goal that is not there',
    event('GoalDeleted', { goalId: NOBODY, returnedAmount: 0 as Cents }),
    { field: `goal ${NOBODY}`, expected: 'present', found: null },
  ],
  [
    'a new name of an account that is not there',
    event('AccountRenamed', { accountId: NOBODY, from: 'x', to: 'y' }),
    { field: `account ${NOBODY}`, expected: 'present', found: null },
  ],
  ...(
    [
      event('AccountRemoved', { accountId: CARD, balance: 0 as Cents }),
      event('AccountRestored', {
        accountId: NOBODY,
        name: 'x',
        kind: 'Loan',
        isOpen: true,
        balance: 0 as Cents,
        place: 3,
      }),
      event('GoalRestored', { goalId: NOBODY, title: 'x', finalAmount: units(5), amount: 0 as Cents, place: 3 }),
      event('MonthlyFiguresCleared', {}),
      restored(),
      event('TransferRestored', { ...transfer, transferId: NOBODY, place: 3, recordedAt: '2026-11-20T00:03:00.000Z' }),
    ] as const
  ).map((undoing): [string, LedgerEvent, object] => [
    `${undoing.type} in no undo`,
    undoing,
    { field: undoing.type, expected: 'in an undo', found: null },
  ]),
];
test.each(cases)('%s is found', async (_, next, finding) => {
  expect(await findings(...BEFORE, next)).toContainEqual({ ...finding, revision: BigInt(NEXT) });
});

test('money that moves in a closed account is found, and an edit that moves none is not', async () => {
  const closed = [
    ...BEFORE,
    event('TransferDeleted', { transferId: MOVED, from: 'everyday', to: SAVINGS, amount: units(50) }),
    event('ExpenseRecorded', {
      ...{ transactionId: NOBODY, title: 'x', amount: units(20), date: DATE, wallet: 'Bank', accountId: SAVINGS },
    } as LedgerEvent<'ExpenseRecorded'>['data']),
    event('AccountClosed', { accountId: SAVINGS }),
  ];
  const entry = {
    type: 'Expense',
    title: 'x',
    amount: units(20),
    date: DATE,
    wallet: 'Bank',
    accountId: SAVINGS,
  } as const;
  const edit = (after: object) =>
    event('TransactionChanged', { transactionId: NOBODY, before: entry, after: { ...entry, ...after } });
  expect(await findings(...closed, edit({ title: 'y' }))).toEqual([]);
  expect(await findings(...closed, edit({ amount: units(19) }))).toEqual([
    { field: `account ${SAVINGS}`, expected: 'open', found: 'closed', revision: BigInt(closed.length) },
  ]);
});

test('cash that an edit does not take more of may exceed the balance', async () => {
  const poor = [...BEFORE, event('BalanceAdjusted', { from: units(515), to: units(-100) })];
  expect(
    await findings(
      ...poor,
      edited({ title: 'Tea', date: '2026-11-01' }),
      edited({ amount: units(4) }, { title: 'Tea', date: '2026-11-01' }),
    ),
  ).toEqual([]);
});

/** The finding about the undo of a change-set that follows `BEFORE`, with these events. */
const undos: [string, Told[], object][] = [
  [
    'a transaction at another place',
    [
      ['u', undone('delete', 1)],
      ['u', restored({ place: 3 })],
    ],
    { field: `transaction ${EARNED}.place`, expected: '2', found: '3' },
  ],
  [
    'a transaction of another time',
    [
      ['u', undone('delete', 1)],
      ['u', restored({ recordedAt: '2026-11-20T00:03:00.000Z' })],
    ],
    {
      field: `transaction ${EARNED}.recorded_at`,
      expected: '2026-11-20T00:02:00.000000Z',
      found: '2026-11-20T00:03:00.000000Z',
    },
  ],
  [
    'a transaction that is there',
    [
      ['u', undone('delete', 1)],
      ['u', restored({ transactionId: SPENT })],
    ],
    { field: `transaction ${SPENT}`, expected: null, found: 'recorded already' },
  ],
  [
    'a transaction that never was',
    [
      ['u', undone('delete', 1)],
      ['u', restored({ transactionId: NOBODY })],
    ],
    { field: `transaction ${NOBODY} before`, expected: 'made', found: null },
  ],
  [
    'another command between the events of an undo',
    [
      ['u', undone('delete', 1)],
      ['other', planned(5, 8)],
    ],
    { field: 'change-set', expected: 'u', found: 'other' },
  ],
  [
    'more events than the undo says',
    [
      ['u', undone('delete', 1)],
      ['u', restored()],
      ['u', planned(5, 8)],
    ],
    { field: 'change-set u', expected: 'no event after its last', found: 'GoalCreated' },
  ],
  [
    'two undos of one command',
    [
      ['u', undone('delete', 2)],
      ['u', restored()],
      ['u', undone('command 1', 0)],
    ],
    { field: 'change-set u', expected: 'one undo', found: 'another' },
  ],
  [
    'a chain that begins with another change-set',
    [['u', event('ChangeSetUndone', { changeSetId: 'delete', chain: ['command 1'], count: 0, today: DATE })]],
    { field: 'change-set u.chain', expected: 'delete', found: 'command 1' },
  ],
  [
    'a change-set that is not known',
    [['u', undone('nothing', 0)]],
    { field: 'change-set u.chain', expected: 'nothing', found: null },
  ],
  [
    'a change-set of before a reset',
    [event('LedgerReset', {}), ['u', undone('delete', 0)]],
    { field: 'change-set u.chain', expected: 'delete', found: null },
  ],
  [
    'a reset',
    [
      ['reset', event('LedgerReset', {})],
      ['u', undone('reset', 0)],
    ],
    { field: 'change-set u.chain reset', expected: 'what can be undone', found: 'demo-reset' },
  ],
  [
    'a payment',
    [
      ['pay', event('PaymentConfirmed', { sessionId: 'cs_1' })],
      ['u', undone('pay', 0)],
    ],
    { field: 'change-set u.chain pay', expected: 'what can be undone', found: 'payment' },
  ],
  [
    'what is undone already',
    [
      ['u', undone('delete', 1)],
      ['u', restored()],
      ['v', undone('delete', 0)],
    ],
    { field: 'change-set v.chain delete undone by', expected: null, found: 'u' },
  ],
  [
    'an undo, without what that has undone',
    [
      ['u', undone('delete', 1)],
      ['u', restored()],
      ['v', undone('u', 1)],
    ],
    { field: 'change-set v.chain after u', expected: 'delete', found: null },
  ],
  [
    'an undo that was overtaken',
    [
      ...([
        ['u', undone('delete', 1)],
        ['u', restored()],
        ['v', undone('u', 1, 'delete')],
        ['v', deleted],
      ] as Told[]),
      ...([
        ['w', undone('delete', 1)],
        ['w', restored()],
        ['x', undone('v', 1, 'u', 'delete')],
      ] as Told[]),
    ],
    { field: 'change-set x.chain delete undone by', expected: null, found: 'w' },
  ],
  [
    'a deposit by another amount',
    [
      ['u', undone('command 0', 1)],
      ['u', event('BalanceAdjusted', { from: units(515), to: units(416) })],
    ],
    { field: 'amount that is moved', expected: '-10000', found: '-9900' },
  ],
  [
    'a deposit in another account',
    [
      ['u', undone('command 0', 1)],
      ['u', event('BalanceAdjusted', { from: units(70), to: units(-30), accountId: SAVINGS })],
    ],
    { field: 'account of the amount that is moved', expected: 'everyday', found: SAVINGS },
  ],
  [
    'an account with another balance',
    [
      ['u', undone('command 7', 1)],
      ['u', event('AccountRemoved', { accountId: CARD, balance: units(1) })],
    ],
    { field: `account ${CARD}.balance`, expected: '0', found: '100' },
  ],
  [
    'an account in which something is left',
    [
      ['u', undone('command 3', 1)],
      ['u', event('AccountRemoved', { accountId: SAVINGS, balance: units(70) })],
    ],
    { field: `what is left in account ${SAVINGS}`, expected: null, found: `transfer ${MOVED}` },
  ],
  [
    'more from a goal than it holds',
    [
      ['u', undone('command 6', 1)],
      ['u', event('MoneyTakenFromGoal', { goalId: GOAL, amount: units(31) })],
    ],
    { field: `goal ${GOAL}.current_amount`, expected: 'at least 0', found: '-100' },
  ],
  [
    'nothing from a goal',
    [
      ['u', undone('command 6', 1)],
      ['u', event('MoneyTakenFromGoal', { goalId: GOAL, amount: 0 as Cents })],
    ],
    { field: 'amount', expected: 'at least 1', found: '0' },
  ],
  [
    'nothing for a goal',
    [
      ['u', undone('command 6', 1)],
      ['u', saved(0)],
    ],
    { field: 'amount', expected: 'at least 1', found: '0' },
  ],
  [
    'a goal with less than nothing',
    [
      ['g', event('GoalDeleted', { goalId: GOAL, returnedAmount: units(30) })],
      ['u', undone('g', 1)],
      [
        'u',
        event('GoalRestored', { goalId: GOAL, title: 'Bicycle', finalAmount: units(300), amount: units(-1), place: 5 }),
      ],
    ],
    { field: `goal ${GOAL}.current_amount`, expected: 'at least 0', found: '-100' },
  ],
  [
    'a goal that is reached, and does not say so',
    [
      ['g', event('GoalDeleted', { goalId: GOAL, returnedAmount: units(30) })],
      ['u', undone('g', 1)],
      [
        'u',
        event('GoalRestored', { goalId: GOAL, title: 'Bicycle', finalAmount: units(30), amount: units(30), place: 5 }),
      ],
    ],
    { field: `goal ${GOAL}.reached_on`, expected: 'a day', found: null },
  ],
  ...(
    [
      ['another than who set it then', { by: 'past', revision: 1 }, '{"by":"hand"}'],
      ['an event that did not', { by: 'hand', revision: 3 }, null],
    ] as const
  ).map(([wrong, origin, expected]): [string, Told[], object] => [
    `a title that names ${wrong}`,
    [
      ['e', edited({ title: 'Cake' })],
      ['u', undone('e', 1)],
      ['u', edited({}, { title: 'Cake' }, { title: origin })],
    ],
    {
      field: `transaction ${SPENT}.set at revision ${origin.revision}`,
      expected,
      found: `{"by":"${origin.by}"}`,
    },
  ]),
  [
    'figures that were never set',
    [
      ['u', undone('command 6', 1)],
      ['u', event('MonthlyFiguresCleared', {})],
    ],
    { field: 'figures', expected: 'set', found: null },
  ],
];
test.each(undos)('an undo of %s is found', async (_, next, finding) => {
  const told = [...BEFORE, ['delete', deleted] satisfies Told, ...next];
  expect(await findings(...told)).toContainEqual({ ...finding, revision: BigInt(told.length - 1) });
});

test('a second checkout, and a second payment, are found', async () => {
  const [started, paid] = [
    event('CheckoutStarted', { sessionId: 'cs_1' }),
    event('PaymentConfirmed', { sessionId: 'cs_1' }),
  ];
  const finding = { field: 'payment before', revision: 1n };
  expect(await findings(started, started)).toEqual([{ ...finding, expected: 'none', found: 'open' }]);
  expect(await findings(paid, paid)).toEqual([{ ...finding, expected: 'not paid', found: 'paid' }]);
});

test('an undo that a reset ends early is none', async () => {
  expect(await findings(...BEFORE, ['delete', deleted], ['u', undone('delete', 1)], event('LedgerReset', {}))).toEqual(
    [],
  );
});

test('the rules that look at a balance are not about an undo', async () => {
  const [poor, recorded] = [units(-1000), { ...COFFEE, amount: units(5) }];
  const { type: _, ...fields } = recorded;
  expect(
    await findings(
      ...BEFORE,
      ['delete', event('TransactionDeleted', { transactionId: SPENT, type: 'Expense', amount: units(5), date: DATE })],
      event('BalanceAdjusted', { from: units(520), to: poor }),
      ['u', undone('delete', 1)],
      [
        'u',
        event('TransactionRestored', {
          ...{ transactionId: SPENT, type: 'Expense', ...fields },
          ...{ place: 1, recordedAt: '2026-11-20T00:01:00.000Z' },
        }),
      ],
    ),
  ).toEqual([]);
});

const row = (amount: number, key = 'a'): ImportedRow => ({ line: 1, key, date: DATE, amount: units(amount) });
const FILE = { importId: NOBODY, fileName: 'march.csv', format: 'csv', rows: 9, left: 0 } as const;
const imported = (count: number, left = 0): Told => ['i', event('FileImported', { ...FILE, left, count })];
const recordedFrom = (rows: ImportedRow[], amount = 6): LedgerEvent =>
  event('ExpenseRecorded', {
    ...{ transactionId: NOBODY, title: 'Bakery', amount: units(amount), date: DATE, wallet: 'Cash', imported: rows },
  } as LedgerEvent<'ExpenseRecorded'>['data']);
const movedFrom = (...rows: ImportedRow[]) =>
  event('TransferMade', { transferId: NOBODY, ...transfer, imported: rows });
const matched = (entryId: string, entry: 'transaction' | 'transfer') =>
  event('EntryMatched', { entryId, entry, imported: row(5) });
const asserted = (fields: Partial<LedgerEvent<'BalanceAsserted'>['data']> = {}) =>
  event('BalanceAsserted', { date: DATE, balance: units(5), source: 'hand', ...fields });

/** An import of each kind of event, which overdraws Everyday in cash and by what it saves. */
const IMPORT: Told[] = [
  ...BEFORE,
  imported(10),
  ['i', opened(NOBODY, 'Giro')],
  ['i', event('InitialDepositMade', { amount: units(3), accountId: NOBODY })],
  ['i', event('BalanceAdjusted', { from: units(515), to: units(10) })],
  ['i', recordedFrom([row(-600)], 600)],
  ['i', movedFrom(row(-50), row(50, 'b'))],
  ['i', matched(EARNED, 'transaction')],
  ['i', matched(MOVED, 'transfer')],
  ['i', event('MoneyAddedToGoal', { goalId: GOAL, amount: units(100) })],
  ['i', asserted({ accountId: NOBODY, source: 'statement' })],
  ['i', asserted({ accountId: NOBODY, source: 'statement', balance: undefined })],
];

test('the rules that look at a balance are not about an import, either, and its undo takes back each amount that it set', async () => {
  expect(await findings(...IMPORT)).toEqual([]);
  const undo: Told[] = [
    ['u', undone('i', 2)],
    ['u', event('BalanceAdjusted', { from: units(3), to: 0 as Cents, accountId: NOBODY })],
    ['u', event('BalanceAdjusted', { from: units(-740), to: units(-235) })],
  ];
  expect(await findings(...IMPORT, ...undo)).toEqual([]);
  const [begun, deposit, balance] = undo as [Told, Told, Told];
  expect(await findings(...IMPORT, begun, balance, deposit)).toMatchObject([
    { field: 'amount that is moved', expected: '-300', found: '50500' },
    { field: 'account of the amount that is moved', expected: NOBODY, found: 'everyday' },
    { field: 'amount that is moved', expected: '50500', found: '-300' },
    { field: 'account of the amount that is moved', expected: 'everyday', found: NOBODY },
  ]);
});

/** The finding about the last event of an import that follows `BEFORE`. */
const imports: [string, Told[], object][] = [
  [
    'a match with nothing',
    [imported(1), ['i', matched(NOBODY, 'transaction')]],
    { field: `transaction ${NOBODY}`, expected: 'present', found: null },
  ],
  [
    'a match with a transfer that is a transaction',
    [imported(1), ['i', matched(EARNED, 'transfer')]],
    { field: `transfer ${EARNED}`, expected: 'present', found: null },
  ],
  [
    'a match in no import',
    [matched(EARNED, 'transaction')],
    { field: 'EntryMatched', expected: 'in an import', found: null },
  ],
  [
    'an event that imports do not have',
    [imported(1), ['i', edited({ title: 'Tea' })]],
    { field: 'TransactionChanged', expected: 'not in an import', found: 'in an import' },
  ],
  [
    'a row of another amount than the expense',
    [imported(1), ['i', recordedFrom([row(6)])]],
    { field: 'amounts of its rows', expected: '-600', found: '600' },
  ],
  [
    'an expense of two rows',
    [imported(1), ['i', recordedFrom([row(-6), row(-6, 'b')])]],
    { field: 'amounts of its rows', expected: '-600', found: '-600 and -600' },
  ],
  [
    'a transfer that was sent twice',
    [imported(1), ['i', movedFrom(row(-50), row(-50, 'b'))]],
    { field: 'amounts of its rows', expected: '-5000 and 5000, or one of them', found: 'sent and sent' },
  ],
  [
    'a half of a transfer of another amount',
    [imported(1), ['i', movedFrom(row(-49))]],
    { field: 'amounts of its rows', expected: '-5000 and 5000, or one of them', found: '-4900' },
  ],
  [
    'a transfer of rows in no import',
    [movedFrom(row(-50))],
    { field: 'rows of a transfer', expected: 'in an import', found: null },
  ],
  [
    'another command between its events',
    [imported(2), ['other', planned(5, 8)]],
    { field: 'change-set', expected: 'i', found: 'other' },
  ],
  [
    'more events than it says',
    [imported(1), ['i', planned(5, 8)], ['i', planned(5, 9)]],
    { field: 'change-set i', expected: 'no event after its last', found: 'GoalCreated' },
  ],
  [
    'two imports of one command',
    [imported(1), imported(1)],
    { field: 'change-set i', expected: 'one import', found: 'another' },
  ],
  ['more rows left out than it has', [imported(0, 10)], { field: 'rows left out', expected: 'at most 9', found: '10' }],
  [
    'a cut that misses another number of events',
    [imported(3), ['i', planned(5, 8)], ['i', event('ImportCutShort', { missing: 3 })]],
    { field: 'missing', expected: '2', found: '3' },
  ],
  [
    'a cut of another command',
    [imported(3), ['other', event('ImportCutShort', { missing: 3 })]],
    { field: 'ImportCutShort', expected: 'in an import', found: null },
  ],
  [
    'an event after a cut',
    [imported(3), ['i', event('ImportCutShort', { missing: 3 })], ['i', planned(5, 8)]],
    { field: 'change-set i', expected: 'no event after its last', found: 'GoalCreated' },
  ],
  ['nothing for a goal', [imported(1), ['i', saved(0)]], { field: 'amount', expected: 'at least 1', found: '0' }],
  [
    'a balance of an account that no event opened',
    [asserted({ accountId: NOBODY })],
    { field: `account ${NOBODY}`, expected: 'present', found: null },
  ],
  [
    'a balance that is no amount',
    [asserted({ balance: (10 ** 14) as Cents })],
    { field: 'balance', expected: '-99999999999999 to 99999999999999', found: '100000000000000' },
  ],
  [
    'a statement in no import',
    [asserted({ source: 'statement' })],
    { field: 'BalanceAsserted', expected: 'by hand', found: 'statement' },
  ],
];
test.each(imports)('in an import, %s is found', async (_, next, finding) => {
  const told = [...BEFORE, ...next];
  expect(await findings(...told)).toContainEqual({ ...finding, revision: BigInt(told.length - 1) });
});

test('after an import that was cut short other commands follow, and it can be undone', async () => {
  const cut: Told[] = [...BEFORE, imported(3), ['i', planned(5, 8)], ['i', event('ImportCutShort', { missing: 2 })]];
  const undo: Told[] = [
    ['u', undone('i', 1)],
    ['u', event('GoalDeleted', { goalId: idNumber(8), returnedAmount: 0 as Cents })],
  ];
  expect(await findings(...cut, earned(5, 4), ...undo)).toEqual([]);
});

test('an undo says again what was confirmed last in force, and nothing else', async () => {
  const told: Told[] = [
    ['one', asserted({ balance: units(1) })],
    ['two', asserted({ balance: units(2) })],
    ['three', asserted({ balance: units(3) })],
    ['u', undone('two', 0)],
    ['v', undone('three', 1)],
  ];
  expect(await findings(...told, ['v', asserted({ balance: units(1) })])).toEqual([]);
  expect(await findings(...told, ['v', asserted({ balance: units(2) })])).toEqual([
    { field: `confirmed balance everyday ${DATE}`, expected: '100', found: '200', revision: 5n },
  ]);
});

const bulk = (count: number, command = 'b'): Told => [command, event('BulkBegun', { change: { title: 'Tea' }, count })];
const BULK: Told[] = [
  ...BEFORE,
  bulk(3),
  ['b', edited({ title: 'Tea' })],
  ['b', transferEdited({ title: 'Tea' })],
  ['b', deleted],
];

test('a bulk changes or deletes entries, and can be undone', async () => {
  expect(await findings(...BULK)).toEqual([]);
  const undo: Told[] = [
    ['u', undone('b', 3)],
    ['u', edited({}, { title: 'Tea' })],
    ['u', transferEdited({}, { title: 'Tea' })],
    ['u', restored()],
  ];
  expect(await findings(...BULK, ...undo)).toEqual([]);
  const cut: Told[] = [...BEFORE, bulk(2), ['b', deleted], ['b', event('BulkCutShort', { missing: 1 })]];
  expect(await findings(...cut, earned(5, 4))).toEqual([]);
});

/** The finding about the last event of a bulk that follows `BEFORE`. */
const bulks: [string, Told[], object][] = [
  [
    'what changes no entry',
    [bulk(2), ['b', planned(5, 8)]],
    { field: 'GoalCreated', expected: 'not in a bulk', found: 'in a bulk' },
  ],
  [
    'an entry that is recorded',
    [bulk(2), ['b', earned(5, 8)]],
    { field: 'IncomeRecorded', expected: 'not in a bulk', found: 'in a bulk' },
  ],
  [
    'another command between its events',
    [bulk(2), ['other', deleted]],
    { field: 'change-set', expected: 'b', found: 'other' },
  ],
  [
    'more events than it says',
    [bulk(1), ['b', deleted], ['b', edited({ title: 'Tea' })]],
    { field: 'change-set b', expected: 'no event after its last', found: 'TransactionChanged' },
  ],
  ['two bulks of one command', [bulk(1), bulk(1)], { field: 'change-set b', expected: 'one bulk', found: 'another' }],
  [
    'a cut that misses another number of events',
    [bulk(3), ['b', deleted], ['b', event('BulkCutShort', { missing: 3 })]],
    { field: 'missing', expected: '2', found: '3' },
  ],
  [
    'a cut of an import',
    [imported(3), ['i', event('BulkCutShort', { missing: 3 })]],
    { field: 'BulkCutShort', expected: 'in a bulk', found: null },
  ],
  [
    'a cut of a bulk by that of an import',
    [bulk(3), ['b', event('ImportCutShort', { missing: 3 })]],
    { field: 'ImportCutShort', expected: 'in an import', found: null },
  ],
  [
    'cash that is not there',
    [bulk(1), ['b', edited({ amount: units(600) })]],
    { field: 'amount in cash', expected: 'at most 52000', found: '60000' },
  ],
];
test.each(bulks)('in a bulk, %s is found', async (_, next, finding) => {
  const told = [...BEFORE, ...next];
  expect(await findings(...told)).toContainEqual({ ...finding, revision: BigInt(told.length - 1) });
});

const [FIRST, SECOND] = [idNumber(1), idNumber(2)] as [string, string];
const WHEN = { text: 'coffee', names: [] };
const ruleAdded = (ruleId: string, position: number, then: object = { categories: ['Groceries'] }) =>
  event('RuleAdded', { ruleId, when: WHEN, then, stop: false, isOn: true, position } as never);
const ruleChanged = (ruleId: string, version: number) =>
  event('RuleChanged', { ruleId, when: WHEN, then: { title: 'x' }, stop: false, isOn: true, version });
const run = (count: number, ...rules: { ruleId: string; version: number }[]) =>
  event('RulesRun', { rules, overwrite: false, count });
const tea = (title: string) => {
  const before = { type: 'Expense', title: 'Coffee', amount: units(5), date: DATE, wallet: 'Cash' } as const;
  return event('TransactionChanged', { transactionId: SPENT, before, after: { ...before, title } });
};

test.each<[string, Told[], Partial<Finding>]>([
  ['a rule that is added twice', [ruleAdded(FIRST, 1), ruleAdded(FIRST, 1)], { field: `rule ${FIRST} before` }],
  ['a rule that does nothing', [ruleAdded(FIRST, 1, {})], { field: `rule ${FIRST}.then`, expected: 'something' }],
  [
    'a rule with a category beside parts',
    [
      ruleAdded(FIRST, 1, {
        categories: ['Groceries'],
        split: [
          { percent: 50, categories: ['Other'] },
          { rest: true, categories: ['Other'] },
        ],
      }),
    ],
    { field: `rule ${FIRST}.then`, expected: null },
  ],
  [
    'a version that was there before',
    [ruleAdded(FIRST, 1), ruleChanged(FIRST, 2), ruleChanged(FIRST, 2)],
    { field: `rule ${FIRST}.version`, expected: '3', found: '2' },
  ],
  ['a change of a rule that is gone', [ruleChanged(FIRST, 1)], { field: `rule ${FIRST}`, expected: 'present' }],
  [
    'a rule that leaves another place than it has',
    [ruleAdded(FIRST, 1), ruleAdded(SECOND, 1), event('RuleRemoved', { ruleId: FIRST, position: 1 })],
    { field: `rule ${FIRST}`, expected: '2', found: '1' },
  ],
  [
    'an order of other rules',
    [ruleAdded(FIRST, 1), event('RulesOrdered', { before: [FIRST], after: [SECOND] })],
    { field: 'rules after', expected: FIRST, found: SECOND },
  ],
  [
    'a run of a rule in another version',
    [spent(5), ruleAdded(FIRST, 1), ['r', run(1, { ruleId: FIRST, version: 2 })], ['r', tea('Tea')]],
    { field: `rule ${FIRST}.version`, expected: '1', found: '2' },
  ],
  [
    'a run that lacks an event',
    [spent(5), ruleAdded(FIRST, 1), ['r', run(2, { ruleId: FIRST, version: 1 })], ['r', tea('Tea')], earned(5)],
    { field: 'change-set', expected: 'r' },
  ],
  [
    'a rule that is added in a run',
    [spent(5), ruleAdded(FIRST, 1), ['r', run(1, { ruleId: FIRST, version: 1 })], ['r', ruleAdded(SECOND, 1)]],
    { field: 'RuleAdded', expected: 'not in a bulk' },
  ],
  ['a rule that comes back by itself', [restoredRule(2)], { field: 'RuleRestored', expected: 'in an undo' }],
])('%s is found', async (_, told, finding) => {
  expect(await findings(deposited(100), ...told)).toContainEqual(expect.objectContaining(finding));
});

test('a rule that an import brings is fine, and is taken back with it', async () => {
  const told: Told[] = [
    ruleAdded(FIRST, 1),
    imported(1),
    ['i', ruleAdded(SECOND, 2)],
    ['u', undone('i', 1)],
    ['u', event('RuleRemoved', { ruleId: SECOND, position: 2 })],
  ];
  expect(await findings(...told)).toEqual([]);
});

function restoredRule(version: number): LedgerEvent {
  const values = { when: WHEN, then: { title: 'x' }, stop: false, isOn: true };
  return event('RuleRestored', { ruleId: FIRST, ...values, version, position: 1 });
}

test('rules that are added, changed, ordered, run, removed with what they did, and brought back are fine', async () => {
  const told: Told[] = [
    deposited(100),
    spent(5),
    ruleAdded(FIRST, 1),
    ruleAdded(SECOND, 1),
    event('RulesOrdered', { before: [SECOND, FIRST], after: [FIRST, SECOND] }),
    ruleChanged(FIRST, 2),
    ['run', run(1, { ruleId: FIRST, version: 2 })],
    ['run', tea('x')],
    ['remove', event('RuleRemoved', { ruleId: FIRST, position: 1, count: 1 })],
    ['remove', takenBack()],
    ['undo', undone('remove', 2)],
    ['undo', restoredRule(2)],
    ['undo', tea('x')],
  ];
  expect(await findings(...told)).toEqual([]);
});

function takenBack(): LedgerEvent {
  const { data } = tea('x') as LedgerEvent<'TransactionChanged'>;
  return event('TransactionChanged', { ...data, before: data.after, after: data.before });
}

const BAKERY = idNumber(4);
const NOVEMBER = '2026-11';
const bakery = event('CategoryAdded', { categoryId: BAKERY, name: 'Bakery', kind: 'Expense' });
const archived = event('CategoryArchived', { categoryId: BAKERY });
const budgeted = (from: number, to: number, categoryId = 'Groceries', month = NOVEMBER) =>
  event('BudgetPlanned', { categoryId, month, from: units(from), to: units(to) });
const budgetMoved = (from: number, to: number, categoryId = 'Groceries', other?: string) =>
  event('BudgetMoved', { categoryId, month: NOVEMBER, from: units(from), to: units(to), other });
const carried = (carry?: 'all' | 'none', place?: number, categoryId = 'Groceries') =>
  event('BudgetCarrySet', { categoryId, month: NOVEMBER, carry, place });
const aimed = (amount: number, categoryId = 'Groceries') =>
  event('BudgetTargetSet', { categoryId, target: { kind: 'monthly', amount: units(amount) } });
const PLAN = `plan Groceries ${NOVEMBER}`;

test('a file may plan below 0, as YNAB 4 does', async () => {
  const planning = (amount: number): Told[] => [imported(1), ['i', budgeted(0, amount)]];
  expect(await findings(...planning(-5))).toEqual([]);
  expect(await findings(...planning(-1_000_000_000_000))).toEqual([
    expect.objectContaining({ field: 'to', found: '-100000000000000' }),
  ]);
});

test('budgets are planned, moved, merged and undone', async () => {
  const told: Told[] = [
    bakery,
    ['plan', budgeted(0, 300)],
    ['plan', budgeted(0, 50, BAKERY)],
    ['move', budgetMoved(300, 260, 'Groceries', '-')],
    ['move', budgetMoved(0, 40, '-', 'Groceries')],
    ['carry', carried('all')],
    aimed(20),
    ['merge', event('CategoriesMerged', { from: BAKERY, into: 'Groceries', count: 3 })],
    ['merge', budgetMoved(50, 0, BAKERY, 'Groceries')],
    ['merge', budgetMoved(260, 310, 'Groceries', BAKERY)],
    ['merge', event('CategoryRemoved', { categoryId: BAKERY, into: 'Groceries' })],
    ['u', undone('move', 2)],
    ['u', budgeted(310, 350)],
    ['u', budgeted(40, 0, '-')],
    ['v', undone('carry', 1)],
    ['v', carried()],
    ['w', undone('v', 1, 'carry')],
    ['w', carried('all', 5)],
  ];
  expect(await findings(...told)).toEqual([]);
});

test.each<[string, Told[], object]>([
  ['a plan from what is not planned', [budgeted(1, 5)], { field: PLAN, expected: '0', found: '100' }],
  ['a plan of what is planned', [budgeted(0, 0)], { field: PLAN, expected: 'changed', found: 'the same' }],
  ['a plan below 0', [budgeted(0, -5)], { field: 'to', found: '-500' }],
  [
    'a plan for a category of incomes',
    [budgeted(0, 5, 'Salary')],
    { field: 'category Salary.kind', expected: 'Expense', found: 'Income' },
  ],
  ['a plan for a category that is not there', [budgeted(0, 5, BAKERY)], { field: `category ${BAKERY}.kind` }],
  ['a plan for no month of entries', [budgeted(0, 5, '-', '1899-12')], { field: 'month', found: '1899-12' }],
  [
    'a plan that rises for an archived category',
    [bakery, budgeted(0, 5, BAKERY), archived, budgeted(5, 6, BAKERY)],
    { field: `category ${BAKERY}`, expected: 'in use', found: 'archived' },
  ],
  ['a move from what is not planned', [budgetMoved(5, 1)], { field: PLAN, expected: '0', found: '500' }],
  ['a move to itself', [budgetMoved(0, 5, 'Groceries', 'Groceries')], { field: 'other', expected: 'another category' }],
  [
    'a move of money of a category of incomes',
    [budgetMoved(0, 5, 'Groceries', 'Salary')],
    { field: 'category Salary.kind' },
  ],
  [
    'a move in an undo',
    [
      ['plan', budgeted(0, 5)],
      ['u', undone('plan', 1)],
      ['u', budgetMoved(5, 0)],
    ],
    { field: 'BudgetMoved', expected: 'outside of undos' },
  ],
  [
    'an undo that forgets what was moved later',
    [
      ['plan', budgeted(0, 5)],
      ['move', budgetMoved(5, 7)],
      ['u', undone('plan', 1)],
      ['u', budgeted(7, 0)],
    ],
    { field: PLAN, expected: '200', found: '0' },
  ],
  [
    'a plan in a bulk',
    [
      ['b', event('BulkBegun', { change: { title: 'Tea' }, count: 1 })],
      ['b', budgeted(0, 5)],
    ],
    { field: 'BudgetPlanned', expected: 'not in a bulk' },
  ],
  ['nothing said of what carries over', [carried()], { field: `carry Groceries ${NOVEMBER}`, expected: 'set' }],
  [
    'what carries over said at another time',
    [carried('all', 0)],
    { field: `carry Groceries ${NOVEMBER}.place`, expected: null, found: '0' },
  ],
  [
    'what carries over said by a later event',
    [
      ['c', carried('all')],
      ['u', undone('c', 1)],
      ['u', carried('none', 9)],
    ],
    { field: `carry Groceries ${NOVEMBER}.place`, expected: 'an earlier event', found: '9' },
  ],
  ['what carries over of incomes', [carried('all', undefined, 'Salary')], { field: 'category Salary.kind' }],
  ['a target of incomes', [aimed(5, 'Salary')], { field: 'category Salary.kind' }],
  ['a target of nothing', [aimed(0)], { field: 'target', expected: WITHIN, found: '0' }],
])('%s is found', async (_, told, finding) => {
  const [found] = await findings(...told);
  expect(found).toMatchObject({ ...finding, revision: BigInt(told.length - 1) });
});

const byRule = (ruleId: string) => ({ by: 'rule' as const, ruleId, ruleVersion: 1 });
const FIRST_DID = { ...byRule(FIRST), values: { title: 'Tea' } };
const ruled = (values: object = FIRST_DID.values): Told[] => [
  ruleAdded(FIRST, 1),
  ruleAdded(SECOND, 2),
  [
    'run',
    event('RulesRun', {
      ...{ rules: [FIRST, SECOND].map((ruleId) => ({ ruleId, version: 1 })), overwrite: true, count: 1 },
    }),
  ],
  ['run', edited({ title: 'Cake' }, {}, { title: { ...byRule(SECOND), replaced: [{ ...FIRST_DID, values }] } })],
];
const REMOVED = event('RuleRemoved', { ruleId: SECOND, position: 2, count: 1 });
const gaveBack = (title: string, ruleId: string): Told[] => [
  ['remove', REMOVED],
  ['remove', edited({ title }, { title: 'Cake' }, { title: { ...byRule(ruleId), revision: NEXT + 3 } })],
];

test('a removed rule gives back what it replaced of an earlier one, and its undo takes that', async () => {
  const told = [...BEFORE, ...ruled(), ...gaveBack('Tea', FIRST)];
  const undo: Told[] = [
    ['u', undone('remove', 2)],
    ['u', edited({ title: 'Cake' }, { title: 'Tea' }, { title: { ...byRule(SECOND), revision: NEXT + 3 } })],
    ['u', event('RuleRestored', { ...ruleAdded(SECOND, 2).data, version: 1 } as never)],
  ];
  expect(await findings(...told)).toEqual([]);
  expect(await findings(...told, ...undo)).toEqual([]);
});

test.each([
  ['another value than it replaced', gaveBack('Water', FIRST)],
  ['what it replaced, by another rule', gaveBack('Tea', SECOND)],
])('a rule that gives back %s is found', async (_, back) => {
  const told = [...BEFORE, ...ruled(), ...back];
  expect(await findings(...told)).toEqual([
    expect.objectContaining({ field: `transaction ${SPENT}.set at revision ${NEXT + 3}`, expected: null }),
  ]);
});

test('a rule that replaced the value of another field is found', async () => {
  expect(await findings(...BEFORE, ...ruled({ note: 'x' }))).toEqual([
    expect.objectContaining({ field: `transaction ${SPENT}.set.title replaced`, expected: 'title', found: 'note' }),
  ]);
});
