import { definitionOf, type EventType, type RecordedEvent, typesWhere } from './events.ts';
import { type Cents, negated, safe, ZERO } from './model/money.ts';
import { type Moved, type Movement, opening } from './model/movement.ts';

/** The events that `movementsOf` needs: the others move no money, or money of transactions and transfers. */
export const MOVING_EVENTS: readonly EventType[] = typesWhere(({ moves }) => moves !== null);

/**
 * Takes the events of a ledger since its last reset, in order, and gives the movements that are in force after them,
 * oldest first. What was undone is left out, together with what undid it, and so is the money of a goal that was
 * deleted, unless it came back to another account. For each account, movements and what its transactions and transfers
 * add come to its balance, and for each goal to what is saved for it, after any event (product 5.9). Pure.
 */
export function movementsOf(events: readonly RecordedEvent[]): Movement[] {
  return movementsBy(events, false);
}

/**
 * The same, but money that was put aside for a goal that was deleted is there, and so is its return, each on its day:
 * as budgets count it (product 12.1).
 */
export function movementsWithReturns(events: readonly RecordedEvent[]): Movement[] {
  return movementsBy(events, true);
}

function movementsBy(events: readonly RecordedEvent[], hasReturns: boolean): Movement[] {
  const movements = new Movements(hasReturns);
  for (const recorded of events) movements.apply(recorded);
  return movements.inForce();
}

/** A change of the movements in force by the event at `revision`: one came, or one went. */
export type MovementChange = { revision: bigint; changeSetId: string; movement: Movement; does: 'come' | 'go' };

/**
 * Takes events like `movementsOf`, and gives the changes of the movements in force, in the order of the events; if
 * `hasReturns` is true, the changes of `movementsWithReturns`. Pure.
 */
export function movementChanges(events: readonly RecordedEvent[], hasReturns = false): MovementChange[] {
  const movements = new Movements(hasReturns);
  for (const recorded of events) movements.apply(recorded);
  return movements.changes;
}

class Movements {
  readonly changes: MovementChange[] = [];
  /** The revision of the event being applied. */
  #revision = -1n;
  #changeSetId = '';
  readonly #inForce = new Set<Movement>();
  /** Movements that an undo took back, by their change-set: a redo brings them back. */
  readonly #byChangeSet = new Map<string, Movement[]>();
  /** The change-set at the end of the chain that an undo takes back or brings back, by the undo's id. */
  readonly #roots = new Map<string, string>();
  /** The movements in force of goals and accounts that are gone, and those that replaced them, by the id. */
  readonly #gone = new Map<string, { rows: Movement[]; left: Movement[] }>();

  readonly #hasReturns: boolean;

  constructor(hasReturns: boolean) {
    this.#hasReturns = hasReturns;
  }

  inForce(): Movement[] {
    return [...this.#inForce].sort((left, right) => Number(left.revision - right.revision));
  }

  apply(recorded: RecordedEvent): void {
    this.#revision = recorded.revision;
    this.#changeSetId = recorded.metadata.commandId;
    const { type, data } = recorded.event;
    const moving = definitionOf(type).moves?.(data);
    switch (moving?.does) {
      case undefined:
        return;
      case 'undo':
        this.#roots.set(recorded.metadata.commandId, moving.root);
        return;
      case 'come':
        this.#add(recorded, moving.moved);
        return;
      case 'move':
        return this.#move(recorded, moving.moved);
      case 'end goal':
        return this.#endGoal(recorded, moving.moved);
      case 'end account':
        return this.#endAccount(recorded, moving.account, moving.balance);
      case 'bring back':
        return this.#bringBack(recorded, moving.id, moving.moved);
      default:
        return moving satisfies never;
    }
  }

  #put(movement: Movement): void {
    this.#inForce.add(movement);
    this.changes.push({ revision: this.#revision, changeSetId: this.#changeSetId, movement, does: 'come' });
  }

  #drop(movement: Movement): void {
    this.#inForce.delete(movement);
    this.changes.push({ revision: this.#revision, changeSetId: this.#changeSetId, movement, does: 'go' });
  }

  #add({ revision, metadata }: RecordedEvent, moved: Moved): Movement | null {
    if (moved.amount === ZERO) return null;
    const { commandId: changeSetId, recordedAt } = metadata;
    const movement = { revision, changeSetId, recordedAt, date: recordedAt.slice(0, 10), ...moved };
    this.#put(movement);
    this.#byChangeSet.set(changeSetId, [...(this.#byChangeSet.get(changeSetId) ?? []), movement]);
    return movement;
  }

  /** An undo takes back, or brings back, the movement of its root; any other movement is added. */
  #move(recorded: RecordedEvent, moved: Moved): void {
    const root = this.#roots.get(recorded.metadata.commandId);
    const movementOfRoot = (amount: Cents, isInForce: boolean) =>
      this.#byChangeSet
        .get(root ?? '')
        ?.find(
          (movement) =>
            movement.account === moved.account &&
            movement.goalId === moved.goalId &&
            movement.amount === amount &&
            this.#inForce.has(movement) === isInForce,
        );
    const undone = movementOfRoot(negated(moved.amount), true);
    const redone = undone ? undefined : movementOfRoot(moved.amount, false);
    if (undone) this.#drop(undone);
    else if (redone) this.#put(redone);
    else this.#add(recorded, moved);
  }

  #endGoal(recorded: RecordedEvent, returned: Moved & { goalId: string }): void {
    const root = this.#roots.get(recorded.metadata.commandId);
    const back = this.#hasReturns ? this.#returnOf(recorded, returned, root) : undefined;
    if (back !== undefined) return void this.#gone.set(returned.goalId, { rows: [], left: back ? [back] : [] });
    const rows = [...this.#inForce].filter(({ goalId }) => goalId === returned.goalId);
    const nets = netsOf(rows);
    nets.set(returned.account, (nets.get(returned.account) ?? 0n) + BigInt(returned.amount));
    for (const row of rows) this.#drop(row);
    const left = [...nets].flatMap(
      ([account, net]) => this.#add(recorded, { ...returned, account, amount: safe(net) }) ?? [],
    );
    this.#gone.set(returned.goalId, { rows, left });
  }

  /**
   * The return of a goal's money by its deletion, null for none, or the return that a redo brings back. Undefined if an
   * undo takes the goal back: its savings are left out then.
   */
  #returnOf(recorded: RecordedEvent, returned: Moved, root: string | undefined): Movement | null | undefined {
    if (root === undefined) return this.#add(recorded, returned);
    const redone = this.#byChangeSet
      .get(root)
      ?.find(
        (movement) =>
          movement.title === returned.title &&
          movement.goalId === returned.goalId &&
          movement.account === returned.account &&
          movement.amount === returned.amount &&
          !this.#inForce.has(movement),
      );
    if (redone) this.#put(redone);
    return redone;
  }

  #endAccount(recorded: RecordedEvent, accountId: string, balance: Cents): void {
    const rows = [...this.#inForce].filter(({ account }) => account === accountId);
    const isWhole = (netsOf(rows).get(accountId) ?? 0n) === BigInt(balance);
    if (isWhole && rows.every(({ goalId }) => goalId === null)) {
      for (const row of rows) this.#drop(row);
      this.#gone.set(accountId, { rows, left: [] });
    } else {
      this.#gone.delete(accountId);
      this.#add(recorded, { ...opening('Account removed'), account: accountId, amount: negated(balance) });
    }
  }

  /**
   * A goal or an account comes back. The movements that were in force for it are so again where they add up to the
   * amounts that come back; else the movement of the event is added.
   */
  #bringBack(recorded: RecordedEvent, id: string, moved: Moved): void {
    const { rows, left } = this.#gone.get(id) ?? { rows: [], left: [] };
    this.#gone.delete(id);
    const nets = netsOf([...rows, ...left.map((row) => ({ ...row, amount: negated(row.amount) }))]);
    nets.set(moved.account, (nets.get(moved.account) ?? 0n) - BigInt(moved.amount));
    if ([...nets.values()].every((net) => net === 0n) && left.every((row) => this.#inForce.has(row))) {
      for (const row of left) this.#drop(row);
      for (const row of rows) this.#put(row);
    } else this.#add(recorded, moved);
  }
}

/** The sums of movements by account, in cents. */
function netsOf(movements: readonly Movement[]): Map<string, bigint> {
  const nets = new Map<string, bigint>();
  for (const { account, amount } of movements) nets.set(account, (nets.get(account) ?? 0n) + BigInt(amount));
  return nets;
}
