import type { Cell } from './budget.ts';
import { type EntityKind, fieldsOf, type ValuesOf } from './fields.ts';
import type { Cents } from './money.ts';
import { type Origins, originsMade, originsOverlaid, type SetFields } from './origins.ts';
import type { OccurrenceRef } from './schedule.ts';

/**
 * The place of an entry among others, when it was recorded first, when it was changed last (instants in UTC), and who
 * set its fields.
 */
export type Placed = { place: number; recordedAt: string; changedAt?: string | undefined; origins: Origins };

/** The statement of an event that records an entry about the setters of its fields. */
type SaidOfSetters = {
  set?: SetFields | undefined;
  madeBy?: 'hand' | 'import' | undefined;
  imported?: readonly object[] | undefined;
};

/** The state of an entry beside its fields, as the event that records it first leaves it. */
export function recordedNow(
  { revision, recordedAt }: { revision: bigint; recordedAt: string },
  { set, madeBy, imported }: SaidOfSetters,
): Placed {
  const origins = originsMade(set, madeBy ?? (imported ? 'import' : 'hand'), revision);
  return { place: Number(revision), recordedAt, changedAt: undefined, origins };
}

/** The values of a schedule for nominal days before `until`, from the days of the schedule before it on. */
export type EarlierTerms = { until: string } & Pick<ValuesOf<'schedule'>, 'title' | 'amount' | 'rule'>;

/** The state of each kind beside its fields. */
type Beside = {
  transaction: Placed;
  transfer: Placed;
  goal: { place: number };
  account: { place: number };
  category: { place: number };
  figures: unknown;
  balance: { account: string; date: string };
  rule: { version: number };
  ruleOrder: unknown;
  plan: Cell;
  /** The revision of the event that set it: the latest counts. */
  carry: Cell & { place?: number | undefined };
  target: { categoryId: string };
  /** `earlier` is what held for nominal days before some days, in their order. */
  schedule: { place: number; earlier: readonly EarlierTerms[] };
  /** `title` is the title of its schedule at the last event about it. */
  occurrence: OccurrenceRef & { title?: string | undefined };
};

/** The kinds whose entities exist from the start: their fields have no values until an event sets them. */
type Lasting = 'figures' | 'balance' | 'ruleOrder' | 'carry' | 'target' | 'occurrence';

type Unset<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

type StatesByKind = {
  [Kind in EntityKind]: (Kind extends Lasting ? Unset<ValuesOf<Kind>> : ValuesOf<Kind>) & Beside[Kind];
};

/** The state of an entity: the values of its fields, and what `Beside` adds. */
export type EntityState<Kind extends EntityKind = EntityKind> = StatesByKind[Kind];

/** Money in a goal, in cents, and the account that it came from; Everyday where none is named. */
export type Saved = { accountId: string | undefined; amount: Cents };

/**
 * The facts about an entity that its events carry and its state lacks. `saves` is the money put into a goal (below 0:
 * taken out; null: none moved), `reachedOn` the day on which the goal was reached, `holds` the balance of an account
 * in cents as it goes or comes back, `position` the place from which a rule goes, `ordered` the rules in their order
 * before they are given another.
 */
type Says = {
  transaction: unknown;
  transfer: unknown;
  goal: { saves: Saved | null; reachedOn?: string | undefined };
  account: { holds: Cents };
  /** The category that a merge put in its place. */
  category: { into?: string | undefined };
  figures: unknown;
  balance: unknown;
  rule: { position?: number };
  ruleOrder: { ordered: readonly string[] };
  /** The amount that it adds to a plan; absent where it sets one. */
  plan: { adds?: Cents | undefined };
  carry: unknown;
  target: unknown;
  schedule: unknown;
  occurrence: unknown;
};
export type Said<Kind extends EntityKind = EntityKind> = Says[Kind];

/** An event about an entity: what it did, the fields that it changed, and the state before and after it. */
export type Step<Kind extends EntityKind = EntityKind> = {
  changeSetId: string;
  revision: bigint;
  does: 'make' | 'restore' | 'change' | 'remove' | 'move money' | 'match';
  /** The fields that it gave another value. */
  touched: readonly string[];
  before: EntityState<Kind> | null;
  after: EntityState<Kind> | null;
  said: Said<Kind> | null;
};

/** Whether a step creates the entity or brings it back. */
export function isMade({ does }: Pick<Step, 'does'>): boolean {
  return does === 'make' || does === 'restore';
}

/** An entity with the steps that led to its state, in the order of the events. */
export type Entity<Kind extends EntityKind = EntityKind> = { kind: Kind; id: string; steps: readonly Step<Kind>[] };

/** The value of a field in a state. */
export function valueIn(state: EntityState | null, field: string): unknown {
  return (state as Record<string, unknown> | null)?.[field];
}

/** Who set the fields in a state; undefined of what is no entry. */
export function originsIn(state: object): Origins | undefined {
  return 'origins' in state ? (state.origins as Origins) : undefined;
}

/** A state with some fields of another, and who set them there. */
export function overlaid<Kind extends EntityKind>(
  state: EntityState<Kind>,
  other: EntityState<Kind>,
  fields: readonly string[],
): EntityState<Kind> {
  const values = other as Record<string, unknown>;
  const overlaid = { ...state, ...Object.fromEntries(fields.map((field) => [field, values[field]])) };
  const [origins, others] = [originsIn(state), originsIn(other)];
  if (origins === undefined || others === undefined) return overlaid;
  return { ...overlaid, origins: originsOverlaid(origins, others, fields) };
}

/** Whether a field has the same value in two states, or other objects. */
export function isSameIn(state: object, other: object, field: string): boolean {
  const [value, otherValue] = [state, other].map((each) => (each as Record<string, unknown>)[field]);
  return isSameValue(value, otherValue);
}

function isSameValue(value: unknown, other: unknown): boolean {
  if (value === other) return true;
  if (Array.isArray(value) || Array.isArray(other)) {
    return Array.isArray(value) && Array.isArray(other) && isSameList(value, other);
  }
  return isObject(value) && isObject(other) && isSameObject(value, other);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function isSameObject(value: object, other: object): boolean {
  const fields = new Set([...Object.keys(value), ...Object.keys(other)]);
  return [...fields].every((field) => isSameIn(value, other, field));
}

/** Whether two lists have the same values in the same order. */
function isSameList(list: readonly unknown[], other: readonly unknown[]): boolean {
  return list.length === other.length && list.every((each, index) => isSameValue(each, other[index]));
}

/** Whether all fields of a kind have the same values in two states, or other objects. */
export function isSame(kind: EntityKind, state: object, other: object): boolean {
  return fieldsOf(kind).every((field) => isSameIn(state, other, field));
}
