import { describe, expect, test } from 'vitest';
import type { LedgerEvent } from '../events.ts';
import { fold } from '../evolve.ts';
import { EMPTY, type LedgerState, remember } from '../history.ts';
import { cellId } from '../model/budget.ts';
import { budgetId } from '../model/entity-ids.ts';
import type { EntityState, Saved, Step } from '../model/entity-states.ts';
import type { Cents } from '../model/money.ts';
import { deposited, idNumber, recordedAll, recordedAt, spent } from '../testing/scenario.ts';
import { undoChainOf } from './chain.ts';
import { returnedTo, savedBy } from './goal-savings.ts';
import { type Gone, type GoneOf, heldAmounts } from './planned-amounts.ts';
import { type Change, PlannedChanges } from './planned-changes.ts';
import { planEntity } from './planned-entities.ts';
import type { Resolve, UndoDecision } from './undo-decision.ts';
import { UndoDrafting } from './undo-draft.ts';
import { UndoGrounds } from './undo-grounds.ts';

// Examples of the phases of `planUndo`, each alone. What they make together is in undo.test.ts.

const cents = (amount: number) => amount as Cents;

/** A deposit as `command 0`, and undos, each of the command before it: `command 1` undoes it, `command 2` redoes it. */
function historyOf(undos: number): LedgerState['history'] {
  const undo = (index: number): LedgerEvent => ({
    type: 'ChangeSetUndone',
    data: {
      changeSetId: `command ${index}`,
      chain: Array.from({ length: index + 1 }, (_, back) => `command ${index - back}`),
      count: 1,
      today: '2026-11-20',
      resolve: {},
    },
  });
  const events = [deposited(5), ...Array.from({ length: undos }, (_, index) => undo(index))];
  return remember(EMPTY.history, recordedAll(events));
}

describe('the chain of an undo', () => {
  test.each([
    [0, 'command 0', { ids: ['command 0'], isRedone: false }],
    [1, 'command 1', { ids: ['command 1', 'command 0'], isRedone: true }],
    [2, 'command 2', { ids: ['command 2', 'command 1', 'command 0'], isRedone: false }],
  ])('after %i undos, of %s', (undos, changeSetId, chain) => {
    expect(undoChainOf(historyOf(undos), changeSetId)).toMatchObject({ ...chain, rootId: 'command 0' });
  });

  test.each([
    [1, 'command 0', 'already_undone'],
    [2, 'command 1', 'already_undone'],
    [0, 'another', 'change_set_not_found'],
  ])('after %i undos, %s is refused: %s', (undos, changeSetId, reason) => {
    expect(undoChainOf(historyOf(undos), changeSetId)).toBe(reason);
  });

  test('a payment is not undone', () => {
    const paid = recordedAt({ type: 'CheckoutStarted', data: { sessionId: 'cs_1' } }, 0n, 'paid');
    expect(undoChainOf(remember(EMPTY.history, [paid]), 'paid')).toBe('not_undoable');
  });

  test('every second change-set of it is in force then, and others as before', () => {
    const chain = undoChainOf(historyOf(1), 'command 1');
    if (typeof chain === 'string') throw new Error(chain);
    expect(['command 0', 'command 1'].map(chain.wasInForce)).toEqual([false, true]);
    expect(['command 0', 'command 1'].map(chain.isInForce)).toEqual([true, false]);
  });
});

/** A step of a goal: it puts money of an account into it, takes some out (below 0), or makes or removes the goal. */
function stepOfGoal(revision: number, does: Step['does'], saves?: Saved): Step<'goal'> {
  const said = { saves: saves ?? null };
  return { changeSetId: `${revision}`, revision: BigInt(revision), does, touched: [], before: null, after: null, said };
}

describe('the money that accounts have to put into a goal', () => {
  const made = stepOfGoal(0, 'make');
  const first = stepOfGoal(1, 'move money', { accountId: undefined, amount: cents(500) });
  const second = stepOfGoal(2, 'move money', { accountId: 'bank', amount: cents(300) });
  const removed = stepOfGoal(3, 'remove', { accountId: 'bank', amount: cents(-800) });

  test.each([
    ['nothing where all is in force', [made, first, second], [made, first, second], []],
    ['less by what is out of force', [made, first, second], [made, first], [['bank', -300]]],
    [
      'what its removal returned, where that is out of force',
      [made, first, second, removed],
      [made, first, second],
      [['bank', 800]],
    ],
  ] as const)('is %s', (_, steps, inForce, missing) => {
    expect(savedBy(steps, inForce).map(({ accountId, amount }) => [accountId, Number(amount)])).toEqual(missing);
  });

  test('went to the account that the removal names', () => {
    expect([returnedTo(removed), returnedTo(undefined)]).toEqual(['bank', undefined]);
  });
});

describe('the amounts of plans', () => {
  const plan = (categoryId: string) => budgetId('plan', { categoryId, month: '2026-11' });
  const step = (revision: number, amount: number, adds?: number): Step<'plan'> => ({
    ...{ changeSetId: `${revision}`, revision: BigInt(revision), does: 'change', touched: ['amount'], before: null },
    after: { categoryId: 'food', month: '2026-11', amount: cents(amount) } as EntityState<'plan'>,
    said: adds === undefined ? null : { adds: cents(adds) },
  });
  const noneIsGone = () => null;
  const merged =
    (revision: number, into: string | null = 'food') =>
    (categoryId: string): Gone | null =>
      categoryId === 'bakery' ? { into: into ?? undefined, revision: BigInt(revision) } : null;

  type Example = [name: string, cells: [string, Step<'plan'>[]][], goneOf: GoneOf, amounts: [string, number][]];
  test.each<Example>([
    ['set', [[plan('food'), [step(1, 500)]]], noneIsGone, [[plan('food'), 500]]],
    ['set, and added to', [[plan('food'), [step(1, 500), step(2, 700, 200)]]], noneIsGone, [[plan('food'), 700]]],
    [
      'of a category that was merged, with the plan of the other',
      [
        [plan('food'), [step(1, 500)]],
        [plan('bakery'), [step(2, 100)]],
      ],
      merged(3),
      [[plan('food'), 600]],
    ],
    [
      'set after the merge, in place of both',
      [
        [plan('food'), [step(1, 500), step(4, 900)]],
        [plan('bakery'), [step(2, 100)]],
      ],
      merged(3),
      [[plan('food'), 900]],
    ],
    ['of a category that is nowhere, to nobody', [[plan('bakery'), [step(1, 100)]]], merged(2, null), []],
  ])('%s', (_, cells, goneOf, amounts) => {
    expect([...heldAmounts(new Map(cells), goneOf)]).toEqual(amounts);
    expect(cellId({ categoryId: 'food', month: '2026-11' })).toBe(plan('food').slice('plan '.length));
  });
});

describe('the changes of an undo', () => {
  const account = { name: 'Bank', kind: 'Checking', isOpen: true, place: 1 } as EntityState;
  const goal = { title: 'Bike' } as EntityState;
  const change = (does: 'remove' | 'restore', kind: 'account' | 'category' | 'goal', id: string, state: EntityState) =>
    ({
      does,
      kind,
      id,
      steps: [],
      ...(does === 'remove' ? { now: state } : { target: state }),
    }) as unknown as Parameters<PlannedChanges['add']>[0];
  const namesOf = (changes: readonly Change[]) =>
    changes.map((each) => ('id' in each ? `${each.does} ${each.id}` : each.does));

  test('open accounts and categories first, and remove them last, below before above', () => {
    const changes = new PlannedChanges();
    const below = { name: 'Bakery', parent: 'food' } as unknown as EntityState;
    const above = { name: 'Food' } as unknown as EntityState;
    changes.add(change('remove', 'category', 'food', above));
    changes.add(change('remove', 'category', 'bakery', below));
    changes.add(change('remove', 'account', 'old', account));
    changes.add(change('remove', 'goal', 'bike', goal));
    changes.add(change('restore', 'category', 'rolls', below));
    changes.add(change('restore', 'account', 'bank', account));
    expect(namesOf(changes.inOrder())).toEqual([
      'restore bank',
      'restore rolls',
      'remove bike',
      'remove old',
      'remove bakery',
      'remove food',
    ]);
  });

  test('are one of each entity, the first, and may be dropped', () => {
    const changes = new PlannedChanges();
    const first = change('remove', 'goal', 'bike', goal);
    changes.add(first);
    changes.add(change('restore', 'goal', 'bike', goal));
    expect(namesOf(changes.inOrder())).toEqual(['remove bike']);
    changes.drop(first);
    expect(changes.inOrder()).toEqual([]);
  });
});

describe('the decisions about an entity', () => {
  const SPENT = idNumber(1);
  const before = { type: 'Expense', title: 'Coffee', amount: cents(500), date: '2026-11-20', wallet: 'Cash' } as const;
  const edited: LedgerEvent = {
    type: 'TransactionChanged',
    data: { transactionId: SPENT, before, after: { ...before, title: 'Tea' } },
  };
  const state = fold(EMPTY, recordedAll([spent(5), edited]));
  const decided = (changeSetId: string, resolve: Resolve = {}): UndoDecision[] => {
    const chain = undoChainOf(state.history, changeSetId);
    if (typeof chain === 'string') throw new Error(chain);
    const grounds = new UndoGrounds(state, chain, resolve);
    const entity = grounds.entities.get(SPENT);
    if (!entity) throw new Error('The entry is missing.');
    const draft = new UndoDrafting(grounds);
    const own = entity.steps.filter((each) => each.changeSetId === changeSetId);
    const decisions = planEntity(grounds, draft, entity, own);
    expect(draft.result()).toEqual({ conflicts: [], changes: [], reason: null });
    return decisions;
  };

  test.each([
    ['a change is taken back', 'command 1', {}, [{ change: { does: 'change', id: SPENT } }]],
    [
      'a later change stands in the way',
      'command 0',
      {},
      [{ conflict: { id: `${SPENT} command 1` } }, { keptIn: 'everyday' }],
    ],
    [
      'with an answer to it, the entry goes',
      'command 0',
      { [`${SPENT} command 1`]: 'then' as const },
      [{ conflict: { id: `${SPENT} command 1` } }, { change: { does: 'remove', id: SPENT } }],
    ],
  ])('%s, and the draft is as it was', (_, changeSetId, resolve, decisions) => {
    expect(decided(changeSetId, resolve)).toMatchObject(decisions);
  });
});
