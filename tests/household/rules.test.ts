import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import type { ImportPreview } from '#contract/import-calls.ts';
import type { Rule, RulesPreview } from '#contract/rule-calls.ts';
import type { User } from '#contract/user.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { drawsOf } from '../support/random-life.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';
import { exported } from '../support/unzipped.ts';
import { SEED } from './generate.ts';

const TITLES = 2_300;
const MERCHANTS_OF: Readonly<Record<string, readonly string[]>> = {
  Groceries: ['Rewe', 'Edeka', 'Lidl', 'Penny', 'Bio Laden', 'Bakery Löwe', 'Butcher Maurer', 'Market Hall'],
  'Food & Drinks': ['Canteen', 'Bella Vista', 'Ramen Bar', 'Coffee Roast', 'Döner Haus', 'Ice Cream Rossi'],
  Travel: ['Railway', 'City Bus', 'Taxi Ring', 'Fuel Station', 'Car Wash', 'Ferry Line'],
  Shopping: ['Shoe Shop', 'Book Corner', 'Drugstore', 'Department Store', 'Garden Center', 'Electro World'],
  'Bills & Fees': ['Power Works', 'Water Works', 'Phone Net', 'Insurance Alte', 'Rent Müller', 'Bank Fee'],
  Entertainment: ['Cinema Lux', 'Music Stream', 'Theatre', 'Swimming Pool'],
};
const PLACES = ['Köln', 'Bonn', 'Hauptstr', 'Bahnhof', 'Nord', 'Süd'];

/** A rule for each merchant but two, in its category; several more find entries of many merchants. */
const RULES: readonly [when: string, then: object, more?: object][] = [
  ['amount>900', { addTags: ['large'], note: 'Ask first' }],
  ['market', { addTags: ['market'] }],
  ...Object.entries(MERCHANTS_OF).flatMap(([category, merchants]) =>
    merchants.slice(0, -1).map((name): [string, object] => [`"${name}"`, { category, title: name }]),
  ),
  ['rewe amount<5', { category: 'Food & Drinks', addTags: ['snack'] }],
  ['"garden center" or "electro world"', { split: split(70, 'Shopping', 'Bills & Fees') }],
  ['"market hall" amount>20', { split: split(33.33, 'Groceries', 'Food & Drinks') }, { stop: true }],
  ['type:income', { category: 'Extra Income', addTags: ['earned'] }],
  ['works', { wallet: 'Debit card' }],
  ['"bank fee"', { category: 'Bills & Fees' }],
  ['-is:imported', { addTags: ['typed'] }],
  ['bahnhof category:"Food & Drinks"', { addTags: ['on-the-way'] }],
];

function split(percent: number, category: string, rest: string): object[] {
  return [
    { percent, category },
    { rest: true, category: rest, note: 'the rest' },
  ];
}

/** A file of bookings, each with another title: many of each merchant, a tenth of them of nobody that a rule knows. */
function bookings(): string {
  const draw = drawsOf(SEED);
  const merchants = [...Object.values(MERCHANTS_OF).flat(), 'Somebody', 'Somewhere', 'Something', 'Whatever'];
  const lines = Array.from({ length: TITLES }, (_, at) => {
    const title = `${draw.one(merchants)?.toUpperCase()} ${draw.one(PLACES)} ${1_000 + at}`;
    const date = new Date(Date.UTC(2021, 0, 1 + Math.floor((at * 1_461) / TITLES))).toISOString().slice(0, 10);
    const cents = draw.chance(0.05) ? draw.int(100, 300_000) : -draw.int(100, draw.chance(0.1) ? 150_000 : 9_000);
    return `${date},${title},${(cents / 100).toFixed(2)}`;
  });
  return ['Date,Description,Amount', ...lines].join('\n');
}

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const rulesOf = async (user: Caller) => (await expectOk(user.get<{ rules: Rule[] }>('/ledger/rules'))).data.rules;
const preview = async (user: Caller) =>
  (await expectOk(user.post<RulesPreview>('/ledger/preview-rules', { limit: 500 }))).data;
const countOf = async (user: Caller, q: string) =>
  (await expectOk(user.get<CallData<'find'>>(`/ledger/find?q=${encodeURIComponent(q)}`))).data.count;

/** The books byte by byte: what other programs read of an export, without what happened, and all rows of entries. */
async function booksOf(user: Caller): Promise<Map<string, string>> {
  const files = [...(await exported(user))].filter(
    ([path]) => !['events.jsonl', 'seal.txt', 'verify.mjs'].includes(path),
  );
  const { rows } = await server.database.query<{ row: string }>(
    `SELECT (to_jsonb(e) - 'known_from')::text AS row FROM projections.entries e WHERE ledger_id = $1 ORDER BY entry_id`,
    [user.userId],
  );
  const all = files.map(([path, contents]): [string, string] => [path, contents.toString()]);
  return new Map([...all, ['entries', rows.map(({ row }) => row).join('\n')]]);
}

test('2,300 titles under 40 rules: a run, another that changes nothing, and the undo', async () => {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 50_000 }));
  const form = new FormData();
  form.set('file', new File([bookings()], 'four-years.csv'));
  const { importId } = (await expectOk(user.postForm<ImportPreview>('/import/preview', form))).data;
  await expectOk(user.post('/import/commit', { importId }));
  const typed = { title: 'Rewe by hand', amount: 3, date: '2024-12-30', wallet: 'Bank', category: 'Other' };
  await expectOk(user.post('/transaction/create-expense', typed));
  for (const [when, then, more] of RULES) await expectOk(user.post('/ledger/add-rule', { when, then, ...more }));
  expect(await rulesOf(user)).toHaveLength(40);
  await settled(
    () => countOf(user, ''),
    (count) => count === TITLES + 1,
  );
  const before = await booksOf(user);

  const { count } = await preview(user);
  expect(count).toBeGreaterThan(1_500);
  const { headers } = await expectOk(user.post<User>('/ledger/run-rules', {}));
  await settled(
    () => countOf(user, 'by:rule'),
    (ruled) => ruled === count,
  );
  const after = await booksOf(user);
  expect([...after].filter(([path, text]) => before.get(path) === text)).not.toContain('entries');
  expect(await countOf(user, 'is:split')).toBeGreaterThan(50);
  expect(await countOf(user, 'rewe category:"Food & Drinks" #snack')).toBeGreaterThan(0);
  const applied = (await rulesOf(user)).map((rule) => rule.applied);
  expect(applied.filter((times) => times === 0)).toEqual([]);

  expect(await preview(user)).toMatchObject({ count: 0, changes: [], next: null });
  const again = await expectOk(user.post<User>('/ledger/run-rules', {}));
  expect(again.headers.get('change-set')).toBeNull();
  expect(await booksOf(user)).toEqual(after);

  await expectOk(user.post('/ledger/undo', { changeSetId: headers.get('change-set') }));
  await settled(
    () => countOf(user, 'by:rule'),
    (ruled) => ruled === 0,
  );
  const undone = await booksOf(user);
  for (const [path, text] of before) expect(undone.get(path) === text, path).toBe(true);
  expect((await rulesOf(user)).map((rule) => rule.applied)).toEqual(RULES.map(() => 0));
});
