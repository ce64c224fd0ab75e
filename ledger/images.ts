import type { LedgerEvent } from './events.ts';
import { EVERYDAY, EVERYDAY_KIND, EVERYDAY_NAME } from './model/constants.ts';
import type { Happened } from './model/history.ts';
import { assertedIn, entityOf, FIGURES } from './remember.ts';

/** What a change-set may concern. */
export type EntityKind = 'transaction' | 'transfer' | 'goal' | 'account' | 'figures' | 'balance';

/** The values of a thing's fields: those of the state, and `place`, `recordedAt`, `changedAt` where it has them. */
export type Image = Readonly<Record<string, unknown>>;

/** An event about a thing: what it did, the fields that it changed, and the thing before and after it. */
export type Step = {
  happened: Happened;
  does: 'make' | 'change' | 'remove' | 'move money' | 'match';
  /** The fields that it gave another value. */
  touched: readonly string[];
  before: Image | null;
  after: Image | null;
};

/** The fields of a thing that users see, in groups that go back together (product 4.14). */
export const GROUPS: Record<EntityKind, readonly (readonly string[])[]> = {
  transaction: [['title'], ['amount', 'type', 'category', 'wallet', 'parts'], ['date'], ['accountId'], ['receiptId']],
  transfer: [['title'], ['amount'], ['date'], ['from', 'to']],
  goal: [['title'], ['finalAmount'], ['category'], ['description']],
  account: [['name'], ['isOpen']],
  figures: [['income', 'expense']],
  balance: [['balance', 'source']],
};

/** The kind of thing that an event is about. */
export function kindOfEntity({ type, data }: LedgerEvent): EntityKind {
  if (type === 'EntryMatched') return data.entry;
  if (type === 'BalanceAsserted') return 'balance';
  if (type.startsWith('Account')) return 'account';
  if (type.startsWith('Transfer')) return 'transfer';
  if (type.startsWith('MonthlyFigures')) return 'figures';
  return type.includes('Goal') ? 'goal' : 'transaction';
}

/** A thing before its first event: only Everyday, the monthly figures and confirmed balances, which are none, are there from the start. */
export function imageAtStart(entity: string): Image | null {
  if (entity === FIGURES) return {};
  const asserted = assertedIn(entity);
  if (asserted) return asserted;
  return entity === EVERYDAY ? { name: EVERYDAY_NAME, kind: EVERYDAY_KIND, isOpen: true, place: -1 } : null;
}

/** The steps of each thing that events are about, by its id, in the order of the first event about it. */
export function stepsByEntity(events: readonly Happened[]): Map<string, Step[]> {
  const steps = new Map<string, Step[]>();
  for (const happened of events) {
    const entity = entityOf(happened.event as LedgerEvent);
    if (entity === null) continue;
    const before = steps.get(entity);
    const step = stepOf(happened, before?.at(-1)?.after ?? (before ? null : imageAtStart(entity)));
    if (before) before.push(step);
    else steps.set(entity, [step]);
  }
  return steps;
}

/** A thing as it would be after these steps alone: each gives it the values of the fields that it touched. */
export function imageAfter(entity: string, steps: readonly Step[]): Image | null {
  return steps.reduce(imageAfterStep, imageAtStart(entity));
}

/** A thing as it would be after each of these steps alone. */
export function imagesAfter(entity: string, steps: readonly Step[]): (Image | null)[] {
  let image = imageAtStart(entity);
  return steps.map((step) => {
    image = imageAfterStep(image, step);
    return image;
  });
}

function imageAfterStep(image: Image | null, { does, touched, after }: Step): Image | null {
  if (does === 'make') return after;
  if (does === 'remove') return null;
  if (does !== 'change' || !image || !after) return image;
  return overlaid(image, after, 'changedAt' in after ? [...touched, 'changedAt'] : touched);
}

/** An image with some fields of another. */
export function overlaid(image: Image, other: Image, fields: readonly string[]): Image {
  return { ...image, ...Object.fromEntries(fields.map((field) => [field, other[field]])) };
}

/** Whether a field has the same value in two images. */
export function isSameIn(one: Image, other: Image, field: string): boolean {
  return field === 'parts'
    ? JSON.stringify(one.parts ?? null) === JSON.stringify(other.parts ?? null)
    : one[field] === other[field];
}

function stepOf(happened: Happened, before: Image | null): Step {
  const event = happened.event as LedgerEvent;
  const does = whatItDoes(event);
  if (does === 'remove') return { happened, does, touched: [], before, after: null };
  if (does === 'move money' || does === 'match') return { happened, does, touched: [], before, after: before };
  const written = imageIn(event, happened);
  const after = does === 'make' ? written : before && { ...before, ...written };
  const fields = GROUPS[kindOfEntity(event)].flat();
  const touched = before && after ? fields.filter((field) => !isSameIn(before, after, field)) : [];
  return { happened, does, touched, before, after };
}

function whatItDoes({ type }: LedgerEvent): Step['does'] {
  switch (type) {
    case 'ExpenseRecorded':
    case 'IncomeRecorded':
    case 'TransactionRestored':
    case 'TransferMade':
    case 'TransferRestored':
    case 'GoalCreated':
    case 'GoalRestored':
    case 'AccountOpened':
    case 'AccountRestored':
      return 'make';
    case 'TransactionDeleted':
    case 'TransferDeleted':
    case 'GoalDeleted':
    case 'AccountRemoved':
      return 'remove';
    case 'MoneyAddedToGoal':
    case 'MoneyTakenFromGoal':
      return 'move money';
    case 'EntryMatched':
      return 'match';
    default:
      return 'change';
  }
}

/** What an event says of a thing that it makes or changes. */
function imageIn({ type, data }: LedgerEvent, { revision, recordedAt }: Happened): Image {
  const now = { place: Number(revision), recordedAt, changedAt: undefined };
  switch (type) {
    case 'ExpenseRecorded': {
      const { transactionId: _, receiptHash: _hash, imported: _imported, ...fields } = data;
      return { type: 'Expense', ...fields, ...now };
    }
    case 'IncomeRecorded': {
      const { transactionId: _, receiptHash: _hash, imported: _imported, ...fields } = data;
      return { type: 'Income', ...fields, ...now };
    }
    case 'TransactionRestored': {
      const { transactionId: _, ...image } = data;
      return image;
    }
    case 'TransferMade': {
      const { transferId: _, imported: _imported, ...fields } = data;
      return { ...fields, ...now };
    }
    case 'TransferRestored': {
      const { transferId: _, ...image } = data;
      return image;
    }
    case 'TransactionChanged':
      return { ...NO_TRANSACTION, ...data.after, changedAt: changedAt(data.changedAt, recordedAt) };
    case 'TransferChanged':
      return { ...NO_TRANSFER, ...data.after, changedAt: changedAt(data.changedAt, recordedAt) };
    case 'GoalCreated': {
      const { goalId: _, ...fields } = data;
      return { ...fields, place: Number(revision) };
    }
    case 'GoalUpdated': {
      const { goalId: _, reachedOn: _reachedOn, ...fields } = data;
      return { ...NO_GOAL, ...fields };
    }
    case 'GoalRestored': {
      const { goalId: _, amount: _amount, accountId: _accountId, reachedOn: _reachedOn, ...image } = data;
      return image;
    }
    case 'AccountOpened':
      return { name: data.name, kind: data.kind, isOpen: true, place: Number(revision) };
    case 'AccountRestored':
      return { name: data.name, kind: data.kind, isOpen: data.isOpen, place: data.place };
    case 'AccountRenamed':
      return { name: data.to };
    case 'AccountClosed':
      return { isOpen: false };
    case 'AccountReopened':
      return { isOpen: true };
    case 'MonthlyFiguresSet':
      return data;
    case 'BalanceAsserted':
      return { balance: data.balance, source: data.balance === undefined ? undefined : data.source };
    case 'MonthlyFiguresCleared':
      return { income: undefined, expense: undefined };
    default:
      throw new Error(`${type} makes and changes nothing.`);
  }
}

/** Fields that an event leaves out where they have no value. */
const NO_TRANSACTION = {
  category: undefined,
  wallet: undefined,
  accountId: undefined,
  receiptId: undefined,
  parts: undefined,
};
const NO_TRANSFER = { title: undefined };
const NO_GOAL = { category: undefined, description: undefined };

/** When something was changed last, by an event: at its own time where it names none. */
function changedAt(named: string | null | undefined, recordedAt: string): string | undefined {
  return named === undefined ? recordedAt : (named ?? undefined);
}
