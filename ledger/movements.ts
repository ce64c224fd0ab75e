import type { EventType, LedgerEvent } from './events.ts';
import { EVERYDAY } from './model/constants.ts';
import type { Happened } from './model/history.ts';
import { type Cents, negated, safe, ZERO } from './model/money.ts';

/** Money that is neither a transaction nor a transfer, with the part of the balance that it stands in (product 5.9). */
export type Movement = {
  /** The revision of the event that moved it, by which it is named, and its change-set. */
  revision: bigint;
  changeSetId: string;
  recordedAt: string;
  /** The day that it is listed under: the one on which it was recorded, in UTC. */
  date: string;
  part: 'opening' | 'set by hand' | 'put aside';
  title: string;
  /** `everyday` or the account's id. */
  account: string;
  /** The goal that the money was put aside for; null for the other parts. */
  goalId: string | null;
  /** What it adds to the account, in cents. */
  amount: Cents;
};

/** Whether `movementsOf` needs the events of a type; the others move no money, or that of transactions and transfers. */
const MOVES: Record<EventType, boolean> = {
  InitialDepositMade: true,
  BalanceAdjusted: true,
  BalanceAsserted: false,
  MonthlyFiguresSet: false,
  MonthlyFiguresCleared: false,
  ExpenseRecorded: false,
  IncomeRecorded: false,
  TransactionChanged: false,
  TransactionDeleted: false,
  TransactionRestored: false,
  TransferMade: false,
  TransferChanged: false,
  TransferDeleted: false,
  TransferRestored: false,
  GoalCreated: false,
  GoalUpdated: false,
  MoneyAddedToGoal: true,
  MoneyTakenFromGoal: true,
  GoalDeleted: true,
  GoalRestored: true,
  AccountOpened: true,
  AccountRenamed: false,
  AccountClosed: false,
  AccountReopened: false,
  AccountRemoved: true,
  AccountRestored: true,
  FileImported: false,
  EntryMatched: false,
  ImportCutShort: false,
  ChangeSetUndone: true,
  CheckoutStarted: false,
  CheckoutExpired: false,
  PaymentConfirmed: false,
  LedgerReset: false,
};

/** The events that `movementsOf` needs. */
export const MOVING_EVENTS: readonly EventType[] = Object.entries(MOVES).flatMap(([type, moves]) =>
  moves ? [type as EventType] : [],
);

/**
 * Takes the events of a ledger since its last reset, in order, and gives the movements that are in force after them, oldest
 * first. What was undone is left out, together with what undid it, and so is the money of a goal that was deleted, unless it
 * came back to another account. For each account, movements and what its transactions and transfers add come to its balance,
 * and for each goal to what is saved for it, after any event (product 5.9). Pure.
 */
export function movementsOf(events: readonly Happened[]): Movement[] {
  const movements = new Movements();
  for (const happened of events) movements.apply(happened);
  return movements.inForce();
}

/** What an event did to the movements in force: one came, or one went. */
export type MovementChange = { revision: bigint; movement: Movement; does: 'come' | 'go' };

/** Takes events like `movementsOf`, and gives what each did to the movements in force, in the order of the events. Pure. */
export function movementChanges(events: readonly Happened[]): MovementChange[] {
  const movements = new Movements();
  for (const happened of events) movements.apply(happened);
  return movements.changes;
}

/** What an event moves, of a movement. */
type Moved = Pick<Movement, 'part' | 'title' | 'account' | 'goalId' | 'amount'>;

class Movements {
  readonly changes: MovementChange[] = [];
  /** The revision of the event that is applied. */
  #revision = -1n;
  readonly #inForce = new Set<Movement>();
  /** Movements that an undo took back, by their change-set: a redo brings them back. */
  readonly #byChangeSet = new Map<string, Movement[]>();
  /** The change-set at the end of the chain that an undo takes back or brings back, by the undo's id. */
  readonly #roots = new Map<string, string>();
  /** What was in force for goals and accounts that are gone, and what was left of it. */
  readonly #gone = new Map<string, { rows: Movement[]; left: Movement[] }>();

  inForce(): Movement[] {
    return [...this.#inForce].sort((one, other) => Number(one.revision - other.revision));
  }

  apply(happened: Happened): void {
    this.#revision = happened.revision;
    const { type, data } = happened.event as LedgerEvent;
    switch (type) {
      case 'ChangeSetUndone':
        this.#roots.set(happened.changeSetId, data.chain.at(-1) ?? '');
        break;
      case 'InitialDepositMade':
        this.#add(happened, {
          ...opening('Initial deposit'),
          account: data.accountId ?? EVERYDAY,
          amount: data.amount,
        });
        break;
      case 'AccountOpened':
        this.#add(happened, {
          ...opening('Opening balance'),
          account: data.accountId,
          amount: data.openingBalance ?? ZERO,
        });
        break;
      case 'BalanceAdjusted':
        this.#move(happened, {
          part: 'set by hand',
          title: 'Balance set by hand',
          account: data.accountId ?? EVERYDAY,
          goalId: null,
          amount: safe(BigInt(data.to) - BigInt(data.from)),
        });
        break;
      case 'MoneyAddedToGoal':
        this.#move(happened, { ...putAside('Put aside', data), amount: negated(data.amount) });
        break;
      case 'MoneyTakenFromGoal':
        this.#move(happened, { ...putAside('Taken back', data), amount: data.amount });
        break;
      case 'GoalDeleted':
        this.#deleteGoal(happened, { ...putAside('Goal deleted', data), amount: data.returnedAmount });
        break;
      case 'GoalRestored':
        this.#bringBack(happened, data.goalId, {
          ...putAside('Goal brought back', data),
          amount: negated(data.amount),
        });
        break;
      case 'AccountRemoved':
        this.#removeAccount(happened, data.accountId, data.balance);
        break;
      case 'AccountRestored':
        this.#bringBack(happened, data.accountId, {
          ...opening('Account brought back'),
          account: data.accountId,
          amount: data.balance,
        });
        break;
    }
  }

  #put(movement: Movement): void {
    this.#inForce.add(movement);
    this.changes.push({ revision: this.#revision, movement, does: 'come' });
  }

  #drop(movement: Movement): void {
    this.#inForce.delete(movement);
    this.changes.push({ revision: this.#revision, movement, does: 'go' });
  }

  #add({ revision, changeSetId, recordedAt }: Happened, moved: Moved): Movement | null {
    if (moved.amount === ZERO) return null;
    const movement = { revision, changeSetId, recordedAt, date: recordedAt.slice(0, 10), ...moved };
    this.#put(movement);
    this.#byChangeSet.set(changeSetId, [...(this.#byChangeSet.get(changeSetId) ?? []), movement]);
    return movement;
  }

  /** An undo takes back, or brings back, what its root moved; anything else that it moves stands by itself. */
  #move(happened: Happened, moved: Moved): void {
    const root = this.#roots.get(happened.changeSetId);
    const of = (amount: Cents, isInForce: boolean) =>
      this.#byChangeSet
        .get(root ?? '')
        ?.find(
          (one) =>
            one.account === moved.account &&
            one.goalId === moved.goalId &&
            one.amount === amount &&
            this.#inForce.has(one) === isInForce,
        );
    const undone = of(negated(moved.amount), true);
    const redone = undone ? undefined : of(moved.amount, false);
    if (undone) this.#drop(undone);
    else if (redone) this.#put(redone);
    else this.#add(happened, moved);
  }

  #deleteGoal(happened: Happened, returned: Moved & { goalId: string }): void {
    const rows = [...this.#inForce].filter(({ goalId }) => goalId === returned.goalId);
    const nets = netsOf(rows);
    nets.set(returned.account, (nets.get(returned.account) ?? 0n) + BigInt(returned.amount));
    for (const row of rows) this.#drop(row);
    const left = [...nets].flatMap(
      ([account, net]) => this.#add(happened, { ...returned, account, amount: safe(net) }) ?? [],
    );
    this.#gone.set(returned.goalId, { rows, left });
  }

  #removeAccount(happened: Happened, accountId: string, balance: Cents): void {
    const rows = [...this.#inForce].filter(({ account }) => account === accountId);
    const isWhole = (netsOf(rows).get(accountId) ?? 0n) === BigInt(balance);
    if (isWhole && rows.every(({ goalId }) => goalId === null)) {
      for (const row of rows) this.#drop(row);
      this.#gone.set(accountId, { rows, left: [] });
    } else {
      this.#gone.delete(accountId);
      this.#add(happened, { ...opening('Account removed'), account: accountId, amount: negated(balance) });
    }
  }

  /** What was in force for something that is gone is so again, where that is what comes back; else what comes back stands by itself. */
  #bringBack(happened: Happened, id: string, moved: Moved): void {
    const { rows, left } = this.#gone.get(id) ?? { rows: [], left: [] };
    this.#gone.delete(id);
    const nets = netsOf([...rows, ...left.map((row) => ({ ...row, amount: negated(row.amount) }))]);
    nets.set(moved.account, (nets.get(moved.account) ?? 0n) - BigInt(moved.amount));
    if ([...nets.values()].every((net) => net === 0n) && left.every((row) => this.#inForce.has(row))) {
      for (const row of left) this.#drop(row);
      for (const row of rows) this.#put(row);
    } else this.#add(happened, moved);
  }
}

function opening(title: string) {
  return { part: 'opening', title, goalId: null } as const;
}

function putAside(title: string, { goalId, accountId = EVERYDAY }: { goalId: string; accountId?: string | undefined }) {
  return { part: 'put aside', title, goalId, account: accountId } as const;
}

/** What movements add to each account, in cents. */
function netsOf(movements: readonly Movement[]): Map<string, bigint> {
  const nets = new Map<string, bigint>();
  for (const { account, amount } of movements) nets.set(account, (nets.get(account) ?? 0n) + BigInt(amount));
  return nets;
}
