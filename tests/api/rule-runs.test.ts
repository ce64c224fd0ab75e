import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import type { ImportPreview } from '#contract/import-calls.ts';
import type { Rule, RulesPreview } from '#contract/rule-calls.ts';
import type { Entry } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import { RULE_FIELDS, type RuleField, SET_TOGETHER } from '#ledger/model/rule-fields.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { type Draw, drawsOf } from '../support/random-life.ts';
import { settled } from '../support/settled.ts';
import { eventsOf, openTestServer, type TestServer } from '../support/test-server.ts';

const SEED = Number(process.env.SEED ?? 20_261_125);
const BOOKS = 6;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const MERCHANTS = ['Rewe', 'Edeka', 'Jansen', 'Metro', 'Café Blau'];
const PLACES = ['Köln', 'Kassel', 'Markt'];
const CATEGORIES = ['Groceries', 'Shopping', 'Food & Drinks', 'Pets', 'Salary', 'Other', 'Insects'];
const TAGS = ['food', 'Été', 'later'];

type Found = CallData<'getEntry'>;
/** Each entry by its id, with its origins. */
type Books = ReadonlyMap<string, Found>;
type Change = RulesPreview['changes'][number];

/** Waits until the read models have all events of a user. */
async function caughtUp({ userId }: Caller): Promise<void> {
  const last = (await eventsOf(server, userId)).length - 1;
  const text = 'SELECT revision FROM projections.ledgers WHERE ledger_id = $1';
  await settled(
    () => server.database.query<{ revision: string }>(text, [userId]),
    ({ rows }) => Number(rows[0]?.revision) === last,
  );
}

async function entriesOf(user: Caller): Promise<Books> {
  await caughtUp(user);
  const { entries } = (await expectOk(user.get<CallData<'getEntries'>>('/ledger/entries?limit=500'))).data;
  const found = await Promise.all(
    entries.map(async ({ _id }) => (await expectOk(user.get<Found>(`/ledger/entry?id=${_id}`))).data),
  );
  return new Map(found.map((each) => [each.entry._id, each]));
}

/** The books as the API tells them, as texts: the user, the rules, the sums, and each entry with its origins. */
async function booksOf(user: Caller): Promise<string[]> {
  await caughtUp(user);
  const paths = [
    '/users/get-current-user',
    '/ledger/entries?limit=500',
    '/ledger/categories',
    '/ledger/rules',
    '/transaction/get-transactions',
    '/stats/get-by-category?type=Expense&period=year&date=2026-03-01',
    '/stats/get-by-category?type=Income&period=year&date=2026-03-01',
  ];
  const texts = await Promise.all(paths.map((path) => user.getText(path)));
  return [...texts, ...[...(await entriesOf(user)).values()].map((found) => JSON.stringify(found))];
}

/** Books of a file that is imported, of entries that are typed, and of changes by hand. */
async function anyBooks(user: Caller, draw: Draw): Promise<void> {
  await expectOk(user.post('/users/initial-deposit', { depositAmount: draw.int(0, 300) }));
  await expectOk(user.post('/accounts/open-account', { name: 'Card', kind: 'Credit card' }));
  for (const [name, parent] of [
    ['Pets', undefined],
    ['Insects', 'Groceries'],
  ]) {
    await expectOk(user.post('/ledger/add-category', { name, kind: 'Expense', parent }));
  }
  if (draw.chance(0.3)) await anyRules(user, draw, 2);
  const rows = Array.from({ length: 14 }, () => {
    const [payee, text] = [draw.one(MERCHANTS), `${draw.one(PLACES)} ${draw.int(1, 99)}`];
    return `2026-03-${draw.int(10, 28)},${payee},${text},${(draw.int(-9_000, 3_000) / 100 || 1).toFixed(2)}`;
  });
  const form = new FormData();
  form.set('file', new File([['Date,Payee,Description,Amount', ...rows].join('\n')], 'bank.csv'));
  const { accounts } = await user.user();
  form.set('answers', JSON.stringify({ account: accounts[0]?._id }));
  const { importId } = (await expectOk(user.postForm<ImportPreview>('/import/preview', form))).data;
  await expectOk(user.post('/import/commit', { importId }));
  const date = () => `2026-03-${draw.int(10, 28)}`;
  for (let number = 0; number < 7; number += 1) {
    const shared = { title: `${draw.one(MERCHANTS)} by hand`, amount: draw.int(2, 90), date: date() };
    const more = { tags: draw.chance(0.4) ? [draw.one(TAGS)] : [], accountId: draw.one(accounts)?._id };
    const category = draw.chance(0.5) ? draw.one(['Groceries', 'Pets', 'Other']) : undefined;
    const parts = [
      { amount: 1, category: 'Pets', note: 'ants' },
      { amount: shared.amount - 1, category: 'Shopping' },
    ];
    const filed = draw.chance(0.2) ? { parts } : { category };
    await expectOk(user.post('/transaction/create-expense', { ...shared, ...more, ...filed, wallet: 'Bank' }));
  }
  await expectOk(user.post('/transaction/create-income', { title: 'Metro wage', amount: 70, date: date() }));
  const [from, to] = accounts.map(({ _id }) => _id);
  await expectOk(user.post('/transfer/create-transfer', { from, to, amount: 5, date: date(), title: 'Rewe card' }));
  await caughtUp(user);
  const { transactionHistory } = await user.user();
  for (const { _id: transactionId } of transactionHistory.filter(() => draw.chance(0.15))) {
    const change = draw.one([{ note: 'typed' }, { title: 'Edeka typed' }, { category: 'Other', parts: null }]);
    await user.post('/transaction/update-transaction', { transactionId, ...change });
  }
}

/** Conditions that no rule changes, and those that one may. */
const steady = (draw: Draw) =>
  draw.one([
    `amount>${draw.int(1, 60)}`,
    `amount<${draw.int(5, 90)}`,
    `counterparty:${draw.one(MERCHANTS)}`,
    `date>=2026-03-${draw.int(11, 25)}`,
    'account:Card',
    'is:imported',
    'type:income',
  ]) as string;
const moving = (draw: Draw) =>
  draw.one([
    `title:${draw.one(MERCHANTS)}`,
    `title:ruled`,
    `category:${draw.one(['Groceries', 'Pets', 'Insects', '-'])}`,
    `#${draw.one(TAGS)}`,
    'note:kept',
    'wallet:Cash',
    'is:split',
    'is:edited',
    'is:refund',
  ]) as string;

function anyThen(draw: Draw): object {
  const split = [
    draw.one([{ percent: draw.int(1, 9_999) / 100 }, { amount: draw.int(1, 30) }]),
    draw.one([{ percent: 0.01 }, { rest: true }]),
  ];
  const isWhole = split.some((part) => part && 'rest' in part);
  const parts = split.map((part) => ({ ...part, category: draw.one(CATEGORIES) }));
  const last = { rest: true, category: 'Other', note: 'rest' };
  const filed = draw.chance(0.35) ? { split: isWhole ? parts : [...parts, last] } : { category: draw.one(CATEGORIES) };
  return {
    ...(draw.chance(0.6) && filed),
    ...(draw.chance(0.3) && { title: draw.one(['Ruled shop', 'Rewe again']) }),
    ...(draw.chance(0.2) && { wallet: draw.one(['Cash', 'Debit card']) }),
    ...(draw.chance(0.3) && { addTags: [draw.one(TAGS)] }),
    ...(draw.chance(0.2) && { note: 'kept by a rule' }),
  };
}

/** Adds rules; of those that are refused others are tried. Whether each condition is steady. */
async function anyRules(user: Caller, draw: Draw, count: number): Promise<boolean> {
  let isSteady = true;
  const mostlySteady = draw.chance(0.4);
  for (let added = 0; added < count; ) {
    const isMoving = !mostlySteady && draw.chance(0.6);
    const one = isMoving ? moving(draw) : steady(draw);
    const when = [draw.chance(0.25) ? `-${one}` : one, ...(draw.chance(0.4) ? [steady(draw)] : [])].join(' ');
    const position = draw.chance(0.3) ? 1 : undefined;
    const rule = { when, then: anyThen(draw), stop: draw.chance(0.15), position };
    const { status } = await user.post('/ledger/add-rule', rule);
    if (status !== 200 && status !== 422) throw new Error(`add-rule failed with ${status}.`);
    if (status !== 200) continue;
    added += 1;
    isSteady &&= !isMoving;
  }
  return isSteady;
}

const rulesOf = async (user: Caller) => (await expectOk(user.get<{ rules: Rule[] }>('/ledger/rules'))).data.rules;
const foundBy = async (user: Caller, q: string) => {
  const path = `/ledger/entries?limit=500&q=${encodeURIComponent(q)}`;
  // A busy machine takes longer than a search may.
  const answer = settled(
    () => user.get<{ entries: Entry[] }>(path),
    ({ status, problem }) => status === 200 || problem.code !== 'query_too_slow',
  );
  const { entries } = (await expectOk(answer)).data;
  return new Set(entries.map(({ _id }) => _id));
};

/** All pages of a preview as one. */
async function previewed(user: Caller, input: object, draw: Draw): Promise<RulesPreview> {
  const limit = draw.int(1, 9);
  const changes: Change[] = [];
  for (let before: string | undefined; ; ) {
    const page: RulesPreview = (
      await expectOk(user.post<RulesPreview>('/ledger/preview-rules', { ...input, limit, before }))
    ).data;
    changes.push(...page.changes);
    if (page.next === null) return { ...page, changes };
    expect(page.changes).toHaveLength(limit);
    before = page.next;
  }
}

/** A value of a field without ids of categories, which parts have where their names say less. */
const named = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (key, part) => (key === 'categoryId' ? undefined : part))) as unknown;

/** The fields that differ between two books, the newest entry first. */
function differences(before: Books, after: Books): Omit<Change, 'ruleId'>[] {
  return [...before].flatMap(([entry, { entry: now }]) => {
    const then = (after.get(entry) as Found).entry;
    const differing = RULE_FIELDS.filter((field) => JSON.stringify(now[field]) !== JSON.stringify(then[field]));
    return differing.map((field) => ({
      entry,
      title: now.title,
      date: now.date,
      amount: now.amount,
      field,
      now: named(now[field]),
      then: named(then[field]),
    }));
  });
}

/** Runs rules, and compares what that did with what the preview says; gives the preview and the change-set. */
async function runAsPreviewed(user: Caller, before: Books, input: object, draw: Draw) {
  const preview = await previewed(user, input, draw);
  const { headers } = await expectOk(user.post<User>('/ledger/run-rules', input));
  const after = await entriesOf(user);
  const { changes, kept } = preview;
  expect(changes.map(({ ruleId: _, ...change }) => named(change))).toEqual(differences(before, after));
  expect(preview.count).toBe(new Set(changes.map(({ entry }) => entry)).size);
  for (const { entry, field, ruleId } of changes) {
    const { origins } = after.get(entry) as Found;
    const setter = origins[field];
    if (setter) expect([entry, field, setter]).toMatchObject([entry, field, { by: 'rule', ruleId }]);
    else expect(field === 'category' || field === 'parts').toBe(true);
  }
  const changed = new Set(changes.map(({ entry, field }) => `${entry} ${field}`));
  for (const { entry, field, reason } of kept) {
    expect(changed).not.toContain(`${entry} ${field}`);
    if (reason !== 'set by hand') continue;
    const { origins } = before.get(entry) as Found;
    const filed = ['category', 'parts'].includes(field) ? [origins.category, origins.parts] : [origins[field]];
    expect(filed.map((setter) => setter?.by)).toContain('hand');
  }
  const changeSetId = headers.get('change-set');
  expect(changeSetId === null).toBe(preview.count === 0);
  return { after, preview, changeSetId };
}

/** A run of rules: the books before it, and what the rules before one of them change in it, by entry and field. */
type Pass = { start: Books; earlier: ReadonlyMap<string, Change>; changeSetId: string | null };

/** The changes by the rules of a run that come before one of them. */
async function changedBefore(user: Caller, ruleId: string, applied: readonly Rule[], input: object) {
  const ruleIds = applied
    .slice(
      0,
      Math.max(
        0,
        applied.findIndex(({ _id }) => _id === ruleId),
      ),
    )
    .map(({ _id }) => _id);
  const asked = { ...input, ruleIds, limit: 500 };
  const { changes, next } =
    ruleIds.length === 0
      ? { changes: [], next: null }
      : (await expectOk(user.post<RulesPreview>('/ledger/preview-rules', asked))).data;
  expect(next).toBeNull();
  return new Map(changes.map((change) => [`${change.entry} ${change.field}`, change]));
}

const isOfRule = (ruleId: string, { origins }: Found, fields: readonly RuleField[]) =>
  fields.map((field) => origins[field]).find((origin) => origin?.by === 'rule' && origin.ruleId === ruleId);

/**
 * The values that some fields of an entry have when a rule takes back what it did, and the rules that set them (null:
 * none). Null if it set them when the entry was recorded.
 */
function takenBack(ruleId: string, passes: readonly Pass[], now: Found, fields: readonly RuleField[]) {
  for (let found = now; ; ) {
    const bySetter = isOfRule(ruleId, found, fields);
    const setBy = (field: RuleField) => found.origins[field]?.ruleId ?? null;
    if (!bySetter) return fields.map((field) => [field, named(found.entry[field]), setBy(field)]);
    const pass = passes.find(({ changeSetId }) => changeSetId === bySetter.changeSetId);
    const start = pass?.start.get(now.entry._id);
    if (!pass || !start) return null;
    const changes = fields.map((field) => pass.earlier.get(`${now.entry._id} ${field}`));
    if (changes.some((change) => change !== undefined)) {
      return fields.map((field, at) => {
        const value = changes[at] ? changes[at].then : start.entry[field];
        return [field, named(value), value === null ? null : (changes[at]?.ruleId ?? null)];
      });
    }
    found = start;
  }
}

test('a run does what its preview says, is undone to the books of before, and taken back', async () => {
  const seen = { changes: 0, byHand: 0, others: 0, again: 0, steady: 0, takenBack: 0, ofEarlier: 0 };
  for (let number = 0; number < BOOKS; number += 1) {
    const draw = drawsOf(SEED + number);
    const user = await server.newUser();
    await anyBooks(user, draw);
    const hadRules = (await rulesOf(user)).length > 0;
    const isSteady = (await anyRules(user, draw, draw.int(4, 9))) && !hadRules;
    const rules = await rulesOf(user);
    for (const { _id: ruleId } of rules.filter(() => draw.chance(0.15))) {
      await expectOk(user.post('/ledger/change-rule', { ruleId, isOn: false }));
    }
    const ruleIds = rules.map(({ _id }) => _id).filter(() => draw.chance(0.5));
    const input = {
      ...(draw.chance(0.3) && ruleIds.length > 0 && { ruleIds }),
      ...(draw.chance(0.3) && { q: steady(draw) }),
      ...(draw.chance(0.4) && { overwrite: true }),
    };
    const applied = (await rulesOf(user)).filter(({ _id, isOn }) =>
      input.ruleIds ? input.ruleIds.includes(_id) : isOn,
    );

    const booksBefore = await booksOf(user);
    const findBefore = await Promise.all(applied.map(({ when }) => foundBy(user, when)));
    const before = await entriesOf(user);
    const ruleId = draw.one((await previewed(user, input, draw)).changes)?.ruleId ?? '';
    const earlier = await changedBefore(user, ruleId, applied, input);
    const { after, preview, changeSetId } = await runAsPreviewed(user, before, input, draw);
    seen.changes += preview.changes.length;
    seen.byHand += preview.kept.filter(({ reason }) => reason === 'set by hand').length;
    seen.others += preview.kept.filter(({ reason }) => reason !== 'set by hand').length;
    if ('overwrite' in input) expect(preview.kept.map(({ reason }) => reason)).not.toContain('set by hand');
    if ('q' in input && input.q) {
      const limited = await foundBy(user, input.q);
      for (const { entry } of preview.changes) expect(limited).toContain(entry);
    }

    const findAfter = await Promise.all(applied.map(({ when }) => foundBy(user, when)));
    const earlierAgain = await changedBefore(user, ruleId, applied, input);
    const again = await runAsPreviewed(user, after, input, draw);
    seen.again += again.preview.count;
    if (isSteady) {
      seen.steady += 1;
      expect(again.preview.changes).toEqual([]);
    }
    for (const { entry } of again.preview.changes) {
      expect(applied.some((_, at) => findBefore[at]?.has(entry) !== findAfter[at]?.has(entry))).toBe(true);
    }

    if (changeSetId && ruleId) {
      const passes: Pass[] = [
        { start: before, earlier, changeSetId },
        { start: after, earlier: earlierAgain, changeSetId: again.changeSetId },
      ];
      const removal = { ruleId, takeBack: true };
      const removed = await expectOk(user.post<User>('/ledger/remove-rule', removal));
      const back = await entriesOf(user);
      for (const [entryId, { entry, origins }] of back) {
        for (const fields of SET_TOGETHER) {
          const now = again.after.get(entryId) as Found;
          const expected = takenBack(ruleId, passes, now, fields);
          if (!expected) continue;
          const found = fields.map((field) => [field, named(entry[field]), origins[field]?.ruleId ?? null]);
          expect([entryId, ...found]).toEqual([entryId, ...expected]);
          if (expected.some(([, , setBy]) => setBy !== null) && isOfRule(ruleId, now, fields)) seen.ofEarlier += 1;
        }
      }
      seen.takenBack += differences(again.after, back).length;
      expect((await expectOk(user.get('/ledger/verify'))).data).toMatchObject({ intact: true });
      await expectOk(user.post('/ledger/undo', { changeSetId: removed.headers.get('change-set') }));
      expect(await entriesOf(user)).toEqual(again.after);
    }
    for (const undone of [again.changeSetId, changeSetId]) {
      if (undone) await expectOk(user.post('/ledger/undo', { changeSetId: undone }));
    }
    expect(await booksOf(user)).toEqual(booksBefore);
    expect((await expectOk(user.get('/ledger/verify'))).data).toMatchObject({ intact: true });
  }
  expect(seen.changes).toBeGreaterThan(40);
  expect(seen.byHand).toBeGreaterThan(8);
  expect(seen.others).toBeGreaterThan(10);
  expect(seen.takenBack).toBeGreaterThan(20);
  expect(seen.ofEarlier).toBeGreaterThan(8);
  expect(Math.min(seen.again, seen.steady)).toBeGreaterThan(0);
});
