import type { LedgerEvent } from './events.ts';
import {
  type EntityKind,
  GROUPS,
  type Image,
  imageAfter,
  imageAtStart,
  imagesAfter,
  isSameIn,
  kindOfEntity,
  overlaid,
  type Step,
  stepsByEntity,
} from './images.ts';
import { EVERYDAY, EXPENSE_CATEGORIES, INCOME_CATEGORIES } from './model/constants.ts';
import type { ChangeSet, History } from './model/history.ts';
import { type Cents, negated, safe } from './model/money.ts';
import type { LedgerState, TransactionState, TransferState } from './model/state.ts';
import { assertedIn } from './remember.ts';

/** What stands in the way of an undo: something that a later change-set, which is in force, has touched. */
export type Conflict = {
  /** Names the conflict in `resolve`. */
  id: string;
  /** The newest change-set in the way; of a thing that was made, each has a conflict of its own. */
  changeSetId: string;
  entity: string;
  kind: EntityKind;
  /** Null where the whole thing is concerned. */
  field: string | null;
  /** The values as they are, and as they would be. */
  now: unknown;
  target: unknown;
};

/** The answers to conflicts, by their ids: to leave it as it is now, or to take it back to as it was then. */
export type Resolve = Readonly<Record<string, 'now' | 'then'>>;

/** What an undo does to a thing. */
export type Change =
  /** Of a goal, its money returns to an account; to Everyday where none is named. */
  | {
      does: 'remove';
      kind: EntityKind;
      entity: string;
      now: Image;
      returnTo?: string | undefined;
      steps: readonly Step[];
    }
  /** Of a goal, `saved` is put into it from an account. */
  | { does: 'restore'; kind: EntityKind; entity: string; target: Image; saved?: Saved; steps: readonly Step[] }
  | { does: 'change'; kind: EntityKind; entity: string; now: Image; target: Image; steps: readonly Step[] }
  /** Adds to an account what a deposit, or a balance set by hand, made of a difference, or takes it back. */
  | { does: 'move balance'; accountId: string | undefined; amount: Cents }
  /** Moves money from an account to a goal, or back where the amount is below 0. */
  | { does: 'save'; entity: string; accountId: string | undefined; amount: Cents; steps: readonly Step[] };

/** Money in a goal, in cents, and the account that it came from; Everyday where none is named. */
export type Saved = { accountId: string | undefined; amount: Cents };

/** What an undo comes to. `chain` as in the event `ChangeSetUndone`. */
export type UndoPlan = { chain: string[]; conflicts: Conflict[]; changes: Change[] };

/** Why a change-set can't be undone, whatever the answers. */
export type NotUndone = 'change_set_not_found' | 'not_undoable' | 'already_undone';

/**
 * Plans the undo of a change-set (product 4.14): each thing that it made, changed or removed is taken to where it would be
 * had the change-set not been, by the change-sets that are in force. What later ones have touched is a conflict, which is
 * left as it is unless `resolve` says `then`. `accounts` are those that are there by now. Pure.
 */
export function planUndo(
  { history, accounts }: Pick<LedgerState, 'history' | 'accounts'>,
  changeSetId: string,
  resolve: Resolve,
): UndoPlan | NotUndone {
  const chain = chainOf(history, changeSetId);
  const root = history.changeSets.get(chain?.at(-1) ?? '');
  const target = history.changeSets.get(changeSetId);
  // Of a change-set from before a reset no events are left.
  const isKnown = history.events.some((event) => event.changeSetId === changeSetId);
  if (!chain || !root || !target || !isKnown) return 'change_set_not_found';
  if (root.kind === 'payment' || root.kind === 'demo-reset') return 'not_undoable';
  // Each second one of the chain is out of force, by the one before it; where another undid it since, this one was overtaken.
  const isOvertaken = chain.some((id, at) => at % 2 === 0 && history.changeSets.get(id)?.undoneBy !== null);
  if (isOvertaken) return 'already_undone';
  return new Planning({ history, accounts }, chain, target, resolve).plan();
}

/** The change-set, the one that it undid where it is an undo, and so on; null where one of them is not known. */
function chainOf({ changeSets }: History, changeSetId: string): string[] | null {
  const chain: string[] = [];
  for (let id: string | null = changeSetId; id !== null; ) {
    const found = changeSets.get(id);
    if (!found) return null;
    chain.push(id);
    id = found.undoes;
  }
  return chain;
}

class Planning {
  readonly #history: History;
  readonly #accounts: LedgerState['accounts'];
  readonly #chain: readonly string[];
  readonly #end: bigint;
  readonly #rootId: string;
  /** Whether the change-set at the end of the chain will be in force. */
  readonly #isRedone: boolean;
  readonly #resolve: Resolve;
  readonly #steps: Map<string, Step[]>;
  readonly #conflicts: Conflict[] = [];
  readonly #changes: Change[] = [];
  /** The change of each thing that has one: what lies in an account that is removed may be planned itself. */
  readonly #planned = new Map<string, Change>();
  /** What would be removed, but for an answer that keeps it. */
  readonly #kept: Image[] = [];
  /** The accounts that are removed. */
  readonly #going = new Set<string>();

  constructor(
    { history, accounts }: Pick<LedgerState, 'history' | 'accounts'>,
    chain: readonly string[],
    target: ChangeSet,
    resolve: Resolve,
  ) {
    this.#history = history;
    this.#accounts = accounts;
    this.#chain = chain;
    this.#end = target.last;
    this.#rootId = chain.at(-1) ?? '';
    this.#isRedone = chain.length % 2 === 0;
    this.#resolve = resolve;
    this.#steps = stepsByEntity(history.events);
  }

  plan(): UndoPlan {
    const isChained = new Set(this.#chain);
    // Accounts are last: what a change-set has made in one that it opened goes by itself.
    const rank = ([, steps]: [string, Step[]]) => (kindOf(steps) === 'account' ? 1 : 0);
    for (const [entity, steps] of [...this.#steps].sort((one, other) => rank(one) - rank(other))) {
      const own = steps.filter(({ happened }) => isChained.has(happened.changeSetId));
      if (own.length > 0) this.#planEntity(entity, steps, own);
    }
    for (const accountId of this.#going) this.#removeWhatIsIn(accountId);
    for (const { event } of this.#history.events.filter(({ changeSetId }) => changeSetId === this.#rootId)) {
      const difference = differenceOf(event as LedgerEvent);
      if (!difference) continue;
      const { accountId, amount } = difference;
      this.#changes.push({ does: 'move balance', accountId, amount: this.#isRedone ? amount : negated(amount) });
    }
    return { chain: [...this.#chain], conflicts: this.#conflicts, changes: inOrder(this.#changes) };
  }

  #planEntity(entity: string, steps: readonly Step[], own: readonly Step[]): void {
    // A match leaves the entry as it is; with its change-set it is out of force.
    if (own.every(({ does }) => does === 'match')) return;
    const now = steps.at(-1)?.after ?? null;
    const inForce = steps.filter(({ happened }) => this.#isInForce(happened.changeSetId));
    if (kindOf(steps) === 'balance') return this.#planBalance(entity, steps, now ?? {}, inForce.at(-1)?.after);
    const then = inForce.filter(({ happened }) => happened.revision <= this.#end);
    const target = imageAfter(entity, then);
    const later = inForce.filter(({ happened }) => happened.revision > this.#end);
    const isMadeOrRemoved = own.some(({ does }) => does === 'make' || does === 'remove');
    if (target === null) {
      const removal = inForce.findLast(({ does }) => does === 'remove');
      const returnTo = accountReturnedTo(removal ? [removal] : []);
      const hasSaved = own.some(({ does }) => does === 'move money');
      const saved = hasSaved ? savedBy(steps, inForce).filter(({ accountId }) => accountId !== returnTo) : [];
      if (isMadeOrRemoved) this.#planRemoval(entity, steps, now, later, { returnTo, saved });
    } else if (now === null) {
      // What later ones change while the thing is gone counts once it is back.
      const image = isMadeOrRemoved ? imageAfter(entity, inForce) : null;
      if (image) this.#restore(entity, image, steps, inForce);
      else this.#planReturn(entity, steps, own, inForce, target, later);
    } else {
      this.#planFields(entity, steps, own, { inForce, then, later }, { now, target });
      if (own.some(({ does }) => does === 'move money')) this.#save(entity, steps, savedBy(steps, inForce));
    }
  }

  /** Of what is said of a balance the last that is in force counts, so nothing stands in the way. */
  #planBalance(entity: string, steps: readonly Step[], now: Image, last: Image | null | undefined): void {
    const target = last ?? imageAtStart(entity) ?? {};
    if (isSame('balance', now, target)) return;
    this.#change({ does: 'change', entity, now, target, steps });
  }

  /**
   * The thing would not be there. All that has touched it since stands in the way. Of a goal, `saved` returns to the accounts
   * that it came from, the rest to `returnTo`.
   */
  #planRemoval(
    entity: string,
    steps: readonly Step[],
    now: Image | null,
    later: readonly Step[],
    { returnTo, saved }: { returnTo: string | undefined; saved: readonly Saved[] },
  ): void {
    const kind = kindOf(steps);
    const touching = new Set(later.map(({ happened }) => happened.changeSetId));
    if (kind === 'account') for (const id of this.#laterWithMoneyOf(entity)) touching.add(id);
    const answers = [...touching].map((changeSetId) =>
      this.#conflict({
        id: `${entity} ${changeSetId}`,
        changeSetId,
        entity,
        kind,
        field: null,
        now: nameOf(now),
        target: null,
      }),
    );
    if (now === null) return;
    if (answers.some((answer) => answer !== 'then')) {
      this.#kept.push(now);
      return;
    }
    if (kind === 'account') {
      // An account that nothing stands in the way of stays with what is kept in it.
      if (answers.length === 0 && this.#kept.some((image) => isIn(image, entity))) return;
      this.#going.add(entity);
    }
    this.#save(entity, steps, saved);
    this.#change({ does: 'remove', entity, now, returnTo, steps });
  }

  /** Something that is gone would have other values: it stays gone, or is brought back with them. */
  #planReturn(
    entity: string,
    steps: readonly Step[],
    own: readonly Step[],
    inForce: readonly Step[],
    target: Image,
    later: readonly Step[],
  ): void {
    const removal = later.findLast(({ does }) => does === 'remove') ?? steps.at(-1);
    const answer = this.#conflict({
      id: entity,
      changeSetId: removal?.happened.changeSetId ?? '',
      entity,
      kind: kindOf(steps),
      field: null,
      now: null,
      target: nameOf(target),
    });
    if (answer !== 'then') return;
    const last = imageAfter(
      entity,
      inForce.filter(({ does }) => does !== 'remove'),
    );
    const touched = touchedBy(own, kindOf(steps));
    this.#restore(entity, last ? overlaid(last, target, touched) : target, steps, inForce);
  }

  /** Each group of fields goes back by itself, where nothing later has touched it. */
  #planFields(
    entity: string,
    steps: readonly Step[],
    own: readonly Step[],
    { inForce, then, later }: Record<'inForce' | 'then' | 'later', readonly Step[]>,
    { now, target }: { now: Image; target: Image },
  ): void {
    const kind = kindOf(steps);
    let wanted = now;
    for (const group of GROUPS[kind]) {
      const touched = group.filter((field) => own.some((step) => step.touched.includes(field)));
      const [field] = touched;
      if (field === undefined) continue;
      const value = consistent(kind, overlaid(wanted, target, group), group, then);
      const inTheWay = later.findLast((step) => group.some((field) => step.touched.includes(field)));
      const { changeSetId } = inTheWay?.happened ?? {};
      if (changeSetId !== undefined) {
        const conflict = { changeSetId, entity, kind, field, now: now[field], target: value[field] };
        if (this.#conflict({ id: `${entity} ${field}`, ...conflict }) !== 'then') continue;
      }
      wanted = value;
    }
    if (isSame(kind, now, wanted)) return;
    const { changedAt } = imageAfter(entity, inForce) ?? target;
    const dated = 'changedAt' in now ? { ...wanted, changedAt } : wanted;
    this.#change({ does: 'change', entity, now, target: dated, steps });
  }

  /** Brings something back; a goal with the money that change-sets in force have put into it. */
  #restore(entity: string, image: Image, steps: readonly Step[], inForce: readonly Step[]): void {
    const kind = kindOf(steps);
    const target = GROUPS[kind].reduce((fitting, group) => consistent(kind, fitting, group, inForce), image);
    if (kind !== 'goal') return this.#change({ does: 'restore', entity, target, steps });
    const to = accountReturnedTo(steps);
    const missing = savedBy(steps, inForce);
    const saved = missing.find(({ accountId, amount }) => accountId === to && amount > 0);
    this.#change({ does: 'restore', entity, target, steps, ...(saved && { saved }) });
    this.#save(
      entity,
      steps,
      missing.filter((one) => one !== saved),
    );
  }

  #save(entity: string, steps: readonly Step[], missing: readonly Saved[]): void {
    for (const { accountId, amount } of missing) this.#changes.push({ does: 'save', entity, accountId, amount, steps });
  }

  /** What was made in an account goes with it; what an edit has put into it goes back to where it was. None of its days is confirmed. */
  #removeWhatIsIn(accountId: string): void {
    for (const [entity, steps] of this.#steps) {
      const now = steps.at(-1)?.after ?? null;
      if (assertedIn(entity)?.account === accountId && now?.balance !== undefined) {
        this.#change({ does: 'change', entity, now, target: { ...now, balance: undefined }, steps });
      }
      const planned = this.#planned.get(entity);
      const image = planned ? 'target' in planned && planned.target : now;
      if (!image || !isIn(image, accountId)) continue;
      if (planned) this.#dropChange(entity, planned);
      const target = this.#elsewhere(entity, steps, image);
      if (now === null) {
        if (target) this.#change({ does: 'restore', entity, target, steps });
      } else if (!target) this.#change({ does: 'remove', entity, now, steps });
      else if (!isSame(kindOf(steps), now, target)) this.#change({ does: 'change', entity, now, target, steps });
    }
  }

  /** Something in the accounts that it was in last, by the change-sets in force, of those that stay; null where there are none. */
  #elsewhere(entity: string, steps: readonly Step[], image: Image): Image | null {
    const inForce = steps.filter(({ happened }) => this.#isInForce(happened.changeSetId));
    const kind = kindOf(steps);
    const last = imagesAfter(entity, inForce).findLast(
      (one) => one !== null && accountsIn(kind, one).every((accountId) => this.#stays(accountId)),
    );
    const target = last && overlaid(image, last, kind === 'transfer' ? ['from', 'to'] : ['accountId']);
    return target && fitsItself(kind, target) ? target : null;
  }

  /** Whether an account is there once this undo is done. */
  #stays(accountId: string): boolean {
    const isThere = this.#accounts.has(accountId) || this.#planned.get(accountId)?.does === 'restore';
    return isThere && !this.#going.has(accountId);
  }

  /** The ids of later change-sets, in force, that have moved money of an account. */
  #laterWithMoneyOf(accountId: string): string[] {
    return [...this.#history.changeSets]
      .filter(([id, { first, accounts }]) => first > this.#end && accounts.includes(accountId) && this.#isInForce(id))
      .sort(([, one], [, other]) => (one.first < other.first ? -1 : 1))
      .map(([id]) => id);
  }

  /** Whether a change-set, which is no undo, is in force once this undo is done. */
  #isInForce(changeSetId: string): boolean {
    if (changeSetId === this.#rootId) return this.#isRedone;
    const found = this.#history.changeSets.get(changeSetId);
    return found?.undoes === null && found.undoneBy === null;
  }

  /** Notes a conflict and gives the answer to it. */
  #conflict(conflict: Conflict): 'now' | 'then' | undefined {
    this.#conflicts.push(conflict);
    return Object.hasOwn(this.#resolve, conflict.id) ? this.#resolve[conflict.id] : undefined;
  }

  #change(change: DistributiveOmit<Extract<Change, { kind: EntityKind }>, 'kind'>): void {
    const kind = kindOf(change.steps);
    if (this.#planned.has(change.entity)) return;
    const planned = { ...change, kind } as Change;
    this.#planned.set(change.entity, planned);
    this.#changes.push(planned);
  }

  #dropChange(entity: string, planned: Change): void {
    this.#planned.delete(entity);
    this.#changes.splice(this.#changes.indexOf(planned), 1);
  }
}

type DistributiveOmit<Of, Field extends PropertyKey> = Of extends unknown ? Omit<Of, Field> : never;

/** Accounts come before what is put into them, and go after it. */
function inOrder(changes: readonly Change[]): Change[] {
  const rank = (change: Change) => {
    if (!('kind' in change) || change.kind !== 'account') return 1;
    const closes = change.does === 'remove' || (change.does === 'change' && change.target.isOpen === false);
    return closes ? 2 : 0;
  };
  return changes.toSorted((one, other) => rank(one) - rank(other));
}

function kindOf(steps: readonly Step[]): EntityKind {
  return kindOfEntity(steps[0]?.happened.event as LedgerEvent);
}

/** What a deposit, or a balance set by hand, adds to an account, in cents; null for other events. */
function differenceOf({ type, data }: LedgerEvent): Saved | null {
  if (type === 'InitialDepositMade') return { accountId: data.accountId, amount: data.amount };
  if (type !== 'BalanceAdjusted') return null;
  return { accountId: data.accountId, amount: safe(BigInt(data.to) - BigInt(data.from)) };
}

/**
 * What each account has to put into a goal, in cents, so that the goal holds what the steps in force put into it; below 0
 * what it has to get back.
 */
function savedBy(steps: readonly Step[], inForce: readonly Step[]): Saved[] {
  const missing = new Map<string | undefined, bigint>();
  const add = (accountId: string | undefined, amount: bigint) =>
    missing.set(accountId, (missing.get(accountId) ?? 0n) + amount);
  const since = inForce.slice(inForce.findLastIndex(({ does }) => does === 'make') + 1);
  for (const { happened } of since) {
    const { type, data } = happened.event as LedgerEvent;
    if (type === 'MoneyAddedToGoal') add(data.accountId, BigInt(data.amount));
  }
  for (const { happened } of steps) {
    const { type, data } = happened.event as LedgerEvent;
    if (type === 'MoneyAddedToGoal' || type === 'GoalRestored') add(data.accountId, -BigInt(data.amount));
    if (type === 'MoneyTakenFromGoal') add(data.accountId, BigInt(data.amount));
    if (type === 'GoalDeleted') add(data.accountId, BigInt(data.returnedAmount));
  }
  return [...missing].flatMap(([accountId, amount]) => (amount === 0n ? [] : [{ accountId, amount: safe(amount) }]));
}

/** The account to which a goal's money was returned last; Everyday where it never was. */
function accountReturnedTo(steps: readonly Step[]): string | undefined {
  const last = steps.findLast(({ happened }) => happened.event.type === 'GoalDeleted')?.happened.event;
  return (last as LedgerEvent<'GoalDeleted'> | undefined)?.data.accountId;
}

/** The accounts that the money of a transaction or a transfer is in. */
function accountsIn(kind: EntityKind, { accountId, from, to }: Image): string[] {
  return (kind === 'transfer' ? [from, to] : [accountId ?? EVERYDAY]) as string[];
}

/** Whether a transaction or a transfer names an account. */
function isIn({ accountId, from, to }: Image, account: string): boolean {
  return [accountId, from, to].includes(account);
}

/** Whether all fields of a thing that users see are the same. */
function isSame(kind: EntityKind, one: Image, other: Image): boolean {
  return GROUPS[kind].flat().every((field) => isSameIn(one, other, field));
}

/** What a thing is called: its title or its name. */
export function nameOf(image: Image | null): unknown {
  return image ? (image.title ?? image.name ?? null) : null;
}

/** The fields of the groups that steps have touched. */
function touchedBy(steps: readonly Step[], kind: EntityKind): string[] {
  return GROUPS[kind]
    .filter((group) => steps.some(({ touched }) => group.some((field) => touched.includes(field))))
    .flat();
}

/**
 * An image whose fields of a group fit each other. Where fields that different change-sets have set don't, those of the last
 * one in force stand together.
 */
function consistent(kind: EntityKind, image: Image, group: readonly string[], inForce: readonly Step[]): Image {
  if (fitsItself(kind, image)) return image;
  const last = inForce.findLast(
    ({ touched, does }) => does === 'make' || group.some((field) => touched.includes(field)),
  );
  return last?.after ? overlaid(image, last.after, group) : image;
}

function fitsItself(kind: EntityKind, image: Image): boolean {
  if (kind === 'transfer') return (image as TransferState).from !== (image as TransferState).to;
  if (kind !== 'transaction') return true;
  const { type, category, wallet, parts, amount } = image as TransactionState;
  const categories: readonly string[] = type === 'Expense' ? EXPENSE_CATEGORIES : INCOME_CATEGORIES;
  const isWhole = parts === undefined || parts.reduce((sum, part) => sum + part.amount, 0) === amount;
  const fits = [category, ...(parts ?? []).map((part) => part.category)].every(
    (one) => one === undefined || categories.includes(one),
  );
  return (
    isWhole &&
    fits &&
    (parts === undefined || category === undefined) &&
    (type === 'Expense') === (wallet !== undefined)
  );
}
