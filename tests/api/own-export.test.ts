import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE_PATH, EXPORT_PATH } from '#contract/addresses.ts';
import type { CallData } from '#contract/calls.ts';
import type { ImportPreview } from '#contract/import-calls.ts';
import type { DecodedEvent, LedgerEvent } from '#ledger/events.ts';
import { fold } from '#ledger/evolve.ts';
import { EMPTY, type LedgerState } from '#ledger/history.ts';
import { decodeEvent } from '#ledger/log/codec.ts';
import { isGiven } from '#ledger/model/categories.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { type EntityKind, FIELDS, type FieldName } from '#ledger/model/fields.ts';
import type { AccountState } from '#ledger/model/state.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { drawsOf, randomCommand } from '../support/random-life.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

const COMMANDS = Number(process.env.COMMANDS ?? 80);
const SEED = Number(process.env.SEED ?? 7);
/** The most lives until each field has had a value. */
const LIVES_MAX = 12;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** The books of a user, folded from the log alone. */
async function booksOf(user: Caller): Promise<LedgerState> {
  const events: DecodedEvent[] = [];
  for await (const { type, data, metadata, revision } of server.log.readAfter(user.userId, -1n)) {
    events.push({ ...decodeEvent({ type, data, metadata }), revision } as DecodedEvent & { event: LedgerEvent });
  }
  return fold(EMPTY, events);
}

type Entities = { [Kind in EntityKind]?: readonly (readonly [id: string, values: object])[] };

/** The fields of a kind that an import of one's own export does not bring back, each for its reason. */
const LOST: Partial<Record<EntityKind, readonly string[]>> = {
  // The images are in the export, and an import takes no images.
  transaction: ['receiptId'],
};

/** Everyday is there before an import and keeps its name there. */
const nameOf = (id: string, name: string) => (id === EVERYDAY ? 'Everyday' : name);

/** The entities of each kind that an export has; of the given categories those that are archived or placed. */
function entitiesOf(state: LedgerState): Entities {
  return {
    account: [...state.accounts].map(([id, account]) => [id, { ...account, name: nameOf(id, account.name) }]),
    category: [...state.categories].filter(
      ([id, { isArchived, position }]) => isArchived || position !== undefined || !isGiven(id),
    ),
    transaction: [...state.transactions],
    transfer: [...state.transfers],
    goal: [...state.goals],
    rule: [...state.rules],
    schedule: [...state.schedules],
  };
}

/** Each entity of the books as a text of its fields, its ids replaced by names, in an order that ids don't change. */
function portrait(state: LedgerState): Record<string, string[]> {
  const entities = entitiesOf(state);
  const names = new Map<string, string>();
  const mergedInto = (id: string): string => {
    const into = state.merged.get(id);
    return into === undefined ? id : mergedInto(into);
  };
  for (const [id, { name }] of state.accounts) names.set(id, `account ${nameOf(id, name)}`);
  for (const [id, { name, kind }] of state.categories) if (!isGiven(id)) names.set(id, `category ${name} ${kind}`);
  for (const id of state.merged.keys()) names.set(id, names.get(mergedInto(id)) ?? mergedInto(id));
  const named = (value: unknown): unknown => {
    if (typeof value === 'string') return names.get(value) ?? value;
    if (Array.isArray(value)) return value.map(named);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, named(each)]));
  };
  const portraits = Object.entries(entities).map(([kind, all]) => {
    const fields = Object.keys(FIELDS[kind as EntityKind]).filter(
      (field) => !LOST[kind as EntityKind]?.includes(field),
    );
    const texts = all.map(([, values]) =>
      JSON.stringify(fields.map((field) => [field, named((values as Record<string, unknown>)[field])])),
    );
    return [kind, kind === 'rule' ? texts : texts.toSorted()];
  });
  const cells = (of: Iterable<readonly [string, unknown]>) =>
    [...of]
      .map(
        ([cell, value]) =>
          `${cell
            .split(' ')
            .map((part) => named(part))
            .join(' ')} ${JSON.stringify(value)}`,
      )
      .toSorted();
  // The budget of a category that is gone waits for an undo.
  const ofThose = <Value>(of: ReadonlyMap<string, Value>) =>
    [...of].filter(([cell]) => /^- |^-$/.test(cell) || state.categories.has(cell.replace(/ \d{4}-\d{2}$/, '')));
  return {
    ...Object.fromEntries(portraits),
    balances: [...state.accounts].map(([id, { name, balance }]) => `${nameOf(id, name)} ${balance}`).toSorted(),
    saved: [...state.goals.values()].map(({ title, currentAmount }) => `${title} ${currentAmount}`).toSorted(),
    plans: cells(ofThose(state.plans).filter(([, amount]) => amount !== 0)),
    carries: cells(ofThose(state.carries).map(([cell, { carry }]) => [cell, carry])),
    targets: cells(ofThose(state.targets)),
    // An entry that a schedule posted is matched with it there; an occurrence whose entry is gone is skipped.
    occurrences: cells(
      [...state.occurrences].flatMap(([id, { entry = '' }]) => {
        const isThere = state.transactions.has(entry) || state.transfers.has(entry);
        const isOfSchedule = state.schedules.has(id.split(' ')[1] ?? '');
        return isOfSchedule ? [[id, isThere ? 'matched' : 'skipped'] as const] : [];
      }),
    ),
    figures: [JSON.stringify(state.figures)],
  };
}

/**
 * The fields of each kind that have a value in these books, such as `goal.title`, and of Everyday those that are not as
 * at first, such as `everyday.name`.
 */
function filledIn(state: LedgerState): string[] {
  const filled = Object.entries(entitiesOf(state)).flatMap(([kind, all]) =>
    Object.keys(FIELDS[kind as EntityKind])
      .filter((field) => all.some(([, values]) => (values as Record<string, unknown>)[field] !== undefined))
      .map((field) => `${kind}.${field}`),
  );
  const [now, first] = [state, EMPTY].map(({ accounts }) => accounts.get(EVERYDAY) as AccountState);
  const changed = Object.keys(FIELDS.account).filter((field) => now?.[field as Field] !== first?.[field as Field]);
  return [...filled, ...changed.map((field) => `everyday.${field}`)];
}
type Field = FieldName<'account'>;

/** The fields that no random life fills. This list may only get shorter. */
const UNFILLED: readonly string[] = [];

/** The fields of Everyday that stay as they were at first: it is neither closed nor beside the budget. */
const LASTING: readonly string[] = ['kind', 'isOpen', 'isBudgeted'];

test('the books that come back from one’s own export are the same in every field of every kind', async () => {
  const kinds = ['account', 'category', 'transaction', 'transfer', 'goal', 'rule', 'schedule'] as const;
  const missing = new Set(
    kinds.flatMap((kind) =>
      Object.keys(FIELDS[kind])
        .filter((field) => !LOST[kind]?.includes(field))
        .map((field) => `${kind}.${field}`),
    ),
  );
  for (const field of Object.keys(FIELDS.account)) if (!LASTING.includes(field)) missing.add(`everyday.${field}`);
  for (const field of UNFILLED) missing.delete(field);
  for (let life = 0; life === 0 || (missing.size > 0 && life < LIVES_MAX); life += 1) {
    const draw = drawsOf(SEED + life);
    const user = await server.newUser();
    for (let command = 0; command < COMMANDS; command += 1) await randomCommand(user, draw, new Date());
    const books = await booksOf(user);
    for (const field of filledIn(books)) missing.delete(field);
    expect(portrait(await booksOf(await heirOf(user)))).toEqual(portrait(books));
  }
  expect([...missing]).toEqual([]);
});

/** A new user who has imported everything that a user has exported. */
async function heirOf(user: Caller): Promise<Caller> {
  const answer = await user.open(BASE_PATH + EXPORT_PATH);
  const zip = await answer.arrayBuffer();
  const heir = await server.newUser();
  const form = new FormData();
  form.set('file', new File([zip], 'daybook.zip'));
  const { importId } = (await expectOk(heir.postForm<ImportPreview>('/import/preview', form))).data;
  await expectOk(heir.post<CallData<'importCommit'>>('/import/commit', { importId }));
  return heir;
}
