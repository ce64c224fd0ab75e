import type { User } from '#contract/user.ts';
import { type Answer, Caller, expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { plainImage } from '../support/images.ts';

/** A user with a password, and the data of all answers of `READS` that the version knew, by their paths. */
export type Remembered = { email: string; password: string; answers: Record<string, unknown> };

/** The reads whose answers have to stay what they were. None depends on the day on which it is asked. */
const READS = [
  '/users/get-current-user',
  '/transaction/get-transactions',
  '/goals/get-goals',
  '/accounts/get-accounts',
  '/accounts/confirmed-days',
  '/ledger/entries?limit=100',
  '/ledger/categories',
  '/ledger/seal',
  '/ledger/views',
  '/reports',
  '/reports/run?from=2026-09-01&to=2026-10-31&monthStart=1&yearStart=01-01',
  '/ledger/rules',
  '/budget/month?month=2026-10',
] as const;

/** The events' texts may be worded anew, but as many change-sets stay, with their kinds. */
const CHANGE_SETS = '/ledger/change-sets?limit=100';

const BANK_FILE = ['Date,Amount,Description', '2026-10-05,-12.50,Bakery', '2026-10-06,-7.20,Kiosk', ''].join('\n');

/**
 * Has two users of the Daybook at `origin` keep books, by each call that its version knows, and a third delete theirs.
 * `skipped` is told each call that the version refuses as unknown. Throws where one fails in another way.
 */
export async function keepBooks(origin: string, skipped: (path: string) => void): Promise<Remembered[]> {
  const [clara, ben, gone] = [await newUser(origin), await newUser(origin), await newUser(origin)];
  await keepMany(clara, skipped);
  await expectOk(ben.post('/users/initial-deposit', { depositAmount: 20 }));
  await expectOk(ben.post('/transaction/create-expense', { title: 'Tea', amount: 3.3, category: 'Groceries' }));
  await expectOk(gone.post('/users/initial-deposit', { depositAmount: 5 }));
  await expectOk(gone.post('/users/delete-account', { password: gone.password }));
  return await Promise.all(
    [clara, ben].map(async (caller) => ({
      email: caller.email,
      password: caller.password,
      answers: await answersOf(caller, (path) => skipped(path)),
    })),
  );
}

const newUser = async (origin: string) => await Caller.registered(origin);

/** The data of an answer, or null if the version doesn't know the call, or a field of it. Throws for other failures. */
async function ifKnown<Data>(
  asked: Promise<Answer<Data>>,
  path: string,
  skipped: (path: string) => void,
): Promise<Data | null> {
  const { status, data, problem } = await asked;
  if (status === 200) return data;
  const isUnknown = problem.code === 'not_found' || (problem.code === 'invalid' && isUnknownField(problem.errors));
  if (!isUnknown) throw new Error(`${path} failed with ${status}: ${JSON.stringify(problem)}`);
  skipped(path);
  return null;
}

const isUnknownField = (errors: Record<string, string> = {}) =>
  Object.keys(errors).every((field) => ['note', 'tags', 'accountId', 'categoryId'].includes(field));

async function keepMany(user: Caller, skipped: (path: string) => void): Promise<void> {
  const must = async <Data = User>(path: string, body: object) => (await expectOk(user.post<Data>(path, body))).data;
  const may = async <Data = User>(path: string, body: object) =>
    await ifKnown(user.post<Data>(path, body), path, skipped);

  await must('/users/initial-deposit', { depositAmount: 1000 });
  await must('/users/add-income-and-expense', { income: 2400, expense: 1800 });
  await must('/users/update-details', { name: 'Clara Whitfield', bio: 'Pots and books' });
  await must('/users/update-currency', { newCurrency: '€' });
  await must('/transaction/create-income', { title: 'Wages', amount: 2150.75, category: 'Salary', date: '2026-10-01' });
  await must('/transaction/create-income', { title: 'Found', amount: 12, category: 'Other', date: '2026-10-01' });
  const bread = { title: 'Bread', amount: 4.35, category: 'Groceries', date: '2026-10-02', wallet: 'Cash' };
  await must('/transaction/create-expense', bread);
  await must('/transaction/create-expense', { title: 'Tram', amount: 29, category: 'Travel', date: '2026-10-03' });
  const receipt = { title: 'Lamp', amount: '61.9', category: 'Shopping', date: '2026-10-04' };
  await expectOk(user.postForm('/transaction/create-expense', formOf(receipt, 'receipt', await plainImage(16, 16))));
  const { transactions } = (
    await expectOk(user.get<{ transactions: User['transactionHistory'] }>('/transaction/get-transactions'))
  ).data;
  const idOf = (title: string) => transactions.find((each) => each.title === title)?._id;
  await must('/transaction/delete-transaction', { transactionId: idOf('Tram') });
  const kiln = (await must('/goals/create-goal', { title: 'Kiln', finalAmount: 800, category: 'Savings' })).goals[0];
  await must('/goals/add-money-to-goal', { goalId: kiln?._id, currentAmount: 150.25 });
  await must('/goals/create-goal', { title: 'Wheel', finalAmount: 300, category: 'Investment' });

  await may('/transaction/update-transaction', { transactionId: idOf('Bread'), amount: 4.85, title: 'Rye bread' });
  await may('/transaction/update-transaction', { transactionId: idOf('Lamp'), note: 'Desk', tags: ['home'] });
  await may('/transaction/update-transaction', { transactionId: idOf('Found'), amount: 12.5 });
  const opened = await may('/accounts/open-account', { name: 'Nest egg', kind: 'Savings', openingBalance: 500 });
  const [everyday, savings] = opened?.accounts ?? [];
  if (everyday && savings) {
    await may('/transfer/create-transfer', { from: everyday._id, to: savings._id, amount: 120.4, date: '2026-10-07' });
    await may('/accounts/assert-balance', { accountId: savings._id, date: '2026-10-10', balance: 620.4 });
  }
  await importFile(user, everyday?._id, skipped);
  const plate = await expectOk(
    user.post('/transaction/create-expense', { title: 'Plate', amount: 18, wallet: 'Bank' }),
  );
  await undo(user, plate.headers.get('Change-Set'), skipped);
  const deleted = await expectOk(user.post('/transaction/delete-transaction', { transactionId: idOf('Found') }));
  await undo(user, deleted.headers.get('Change-Set'), skipped);
  await may('/ledger/enter', { text: 'soup 8.40 2026-10-09' });
  await may('/ledger/save-view', { name: 'Food', q: 'category:Groceries' });
  await may('/reports/save', { name: 'Food', picture: 'bars', query: { by: 'tag', range: 'last-month' } });
  await may('/users/update-calendar', { monthStart: 25, yearStart: '04-06' });
  await may('/ledger/bulk', { select: { q: 'title:bakery' }, change: { addTags: ['sweet'] } });
  await may('/ledger/add-category', { name: 'Bakery', kind: 'Expense', parent: 'Groceries' });
  await may('/ledger/order-categories', { categoryIds: ['Travel', 'Groceries'] });
  await may('/ledger/add-rule', { when: 'kiosk', then: { category: 'Entertainment', addTags: ['paper'] } });
  await may('/ledger/run-rules', {});
  await may('/budget/plan', { month: '2026-10', plans: [{ category: 'Groceries', amount: 220 }] });
  const rule = { every: 1, unit: 'month', start: '2026-09-30' };
  await may('/schedules/add', {
    title: 'Rent',
    type: 'Expense',
    amount: { exact: 640 },
    wallet: 'Bank',
    rule,
    post: 'ask',
  });
  const proposed = await may<{ proposalId: string }>('/proposals/create', {
    commands: [
      { call: '/transaction/update-transaction', input: { transactionId: idOf('Bread'), note: 'From the corner' } },
    ],
    reason: 'You said where it was from',
  });
  if (proposed) await must('/proposals/accept', { proposalId: proposed.proposalId });
}

/** Imports the bank's file into the account. */
async function importFile(user: Caller, accountId: string | undefined, skipped: (path: string) => void) {
  const form = new FormData();
  if (accountId !== undefined) form.set('accountId', accountId);
  form.set('file', new File([BANK_FILE], 'bank.csv', { type: 'text/csv' }));
  const path = '/import/preview';
  const preview = await ifKnown(user.postForm<{ importId: string }>(path, form), path, skipped);
  if (preview) await expectOk(user.post('/import/commit', { importId: preview.importId }));
}

/** Takes back the change-set that a header named; versions before there was an undo name none. */
async function undo(user: Caller, changeSetId: string | null, skipped: (path: string) => void): Promise<void> {
  if (changeSetId === null) return skipped('/ledger/undo');
  await expectOk(user.post('/ledger/undo', { changeSetId }));
}

/**
 * The answers of the API to a user now, of `READS` and the kinds of change-sets, without fields that its version
 * doesn't know.
 */
export async function answersOf(
  user: Caller,
  skipped: (path: string) => void = () => {},
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const path of READS) {
    const data = await ifKnown(user.get<unknown>(path), path, skipped);
    if (data !== null) answers[path] = data;
  }
  const sets = await ifKnown(user.get<{ changeSets: { kind: string }[] }>(CHANGE_SETS), CHANGE_SETS, skipped);
  if (sets !== null) answers[CHANGE_SETS] = sets.changeSets.map(({ kind }) => kind);
  return answers;
}
