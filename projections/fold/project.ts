import { countedBy, type DecodedEvent, definitionOf, type LedgerEvent, type RecordedEvent } from '#ledger/events.ts';
import { apply as evolve } from '#ledger/evolve.ts';
import { EMPTY, remember, undoneBy } from '#ledger/history.ts';
import { cellId } from '#ledger/model/budget.ts';
import { PERIODS, type Period } from '#ledger/model/days.ts';
import { occurrenceId } from '#ledger/model/entity-ids.ts';
import type { Placed } from '#ledger/model/entity-states.ts';
import type { Counted, EffectOnEntry } from '#ledger/model/event-definition.ts';
import { valuesIn } from '#ledger/model/fields.ts';
import { type Cents, ZERO } from '#ledger/model/money.ts';
import type { Mark, OccurrenceRef } from '#ledger/model/schedule.ts';
import { draftOf, type ScheduleState } from '#ledger/model/state.ts';
import { blockOf, endsBlock } from '../tables/blocks.ts';
import type { CarryRow, PlanRow, TargetRow } from '../tables/budget.ts';
import { type ChangedColumns, columnsIn, type EntryFields, fieldsOfEntry } from '../tables/entries.ts';
import { ALL_ACCOUNTS, type KnownDayRow, NO_SUMS } from '../tables/known-days.ts';
import { type PastLedgerRow, pastLedgerRow } from '../tables/ledgers.ts';
import { startsOf } from '../tables/periods.ts';
import { type RuleUseRow, rulesUsedBy } from '../tables/rules.ts';
import { type OccurrenceRow, occurrenceRow, type ScheduleRow, scheduleRow } from '../tables/schedules.ts';
import type { PastStatisticsRow, StatisticsRow } from '../tables/statistics.ts';
import { type ProjectedEntryChange, type ProjectionChanges, unwritten } from './projection-changes.ts';

type Draft = Omit<ProjectionChanges, keyof Changing> & Changing & { added: Map<string, Sums> };

type Sums = Omit<PastStatisticsRow, 'income' | 'expense'> & { income: Cents; expense: Cents };

/** The parts of the state that are stored as rows: it would grow with each event. */
const NOT_KEPT = {
  transactions: EMPTY.transactions,
  transfers: EMPTY.transfers,
  plans: EMPTY.plans,
  carries: EMPTY.carries,
  targets: EMPTY.targets,
  schedules: EMPTY.schedules,
  occurrences: EMPTY.occurrences,
};

type Changing = {
  entries: Map<string, readonly ProjectedEntryChange[]>;
  undone: Map<string, string | null>;
  statistics: Map<string, StatisticsRow>;
  pastStatistics: Map<string, PastStatisticsRow>;
  pastLedgers: PastLedgerRow[];
  knownDays: Map<string, KnownDayRow>;
  ruleUses: Map<string, RuleUseRow>;
  plans: Map<string, PlanRow>;
  carries: Map<string, CarryRow>;
  targets: Map<string, TargetRow>;
  schedules: Map<string, ScheduleRow>;
  occurrences: Map<string, OccurrenceRow>;
};

/**
 * Takes the rows of a ledger and the next events, in order, and gives the rows after them. Pure: the worker stores the
 * result, and an answer that does not wait for the worker is made with it (product 7.5). Throws where an event
 * contradicts the ones before it.
 */
export function project(before: ProjectionChanges, events: readonly DecodedEvent[]): ProjectionChanges {
  const after = projectRows(before, events);
  return { ...after, state: { ...after.state, history: remember(before.state.history, events) } };
}

/** Does as `project`, but leaves the history of the state as it was. Throws as `project` does. */
export function projectRows(before: ProjectionChanges, events: readonly RecordedEvent[]): ProjectionChanges {
  const draft: Draft = {
    ...before,
    entries: new Map(before.entries),
    undone: new Map(before.undone),
    statistics: new Map(before.statistics),
    pastStatistics: new Map(before.pastStatistics),
    pastLedgers: [...before.pastLedgers],
    knownDays: new Map(before.knownDays),
    ruleUses: new Map(before.ruleUses),
    plans: new Map(before.plans),
    carries: new Map(before.carries),
    targets: new Map(before.targets),
    schedules: new Map(before.schedules),
    occurrences: new Map(before.occurrences),
    added: new Map(),
  };
  const { history } = before.state;
  for (const block of byBlock(events)) {
    const state = draftOf(draft.state);
    for (const recorded of block) {
      evolve(state, recorded);
      apply(draft, recorded);
      for (const [counted, times] of countedBy(recorded.event)) addToStatistics(draft, counted, times);
    }
    draft.state = { ...state, history, ...NOT_KEPT };
    if (endsBlock(draft.revision)) draft.pastLedgers.push(pastLedger(draft));
  }
  addUp(draft);
  const { added: _, ...changes } = draft;
  return changes;
}

/** Events in stretches that end where a block does. */
function byBlock(events: readonly RecordedEvent[]): RecordedEvent[][] {
  const blocks: RecordedEvent[][] = [];
  for (const recorded of events) {
    const last = blocks.at(-1);
    const [first] = last ?? [];
    if (first && blockOf(first.revision) === blockOf(recorded.revision)) last?.push(recorded);
    else blocks.push([recorded]);
  }
  return blocks;
}

function pastLedger({ ledgerId, revision, state, transactionCount, knownAt }: Draft): PastLedgerRow {
  return pastLedgerRow(ledgerId, revision, state, transactionCount, knownAt);
}

/** The rows of a ledger after it was erased: none. */
export function erase({ ledgerId }: ProjectionChanges, revision: bigint): ProjectionChanges {
  return { ...unwritten(ledgerId), revision, cleared: true, erased: true };
}

/** Applies an event to the rows beside the state. */
function apply(draft: Draft, recorded: RecordedEvent): void {
  const { event, metadata, revision } = recorded;
  draft.revision = revision;
  if (event.type === 'LedgerReset') clear(draft);
  if (draft.knownAt === null || Date.parse(metadata.recordedAt) > Date.parse(draft.knownAt)) {
    draft.knownAt = new Date(metadata.recordedAt).toISOString();
  }
  if (event.type === 'ChangeSetUndone') {
    for (const [changeSetId, by] of undoneBy(event.data.chain, metadata.commandId)) draft.undone.set(changeSetId, by);
  }
  for (const ruleId of rulesUsedBy(event)) use(draft, ruleId, metadata.commandId);
  const { effect } = definitionOf(event.type);
  if (!effect || effect.does === 'match') return;
  if (effect.kind === 'goal') draft.goalsChanged = true;
  if (effect.kind === 'rule' || effect.kind === 'ruleOrder') draft.rulesChanged = true;
  if (effect.kind === 'plan' || effect.kind === 'carry' || effect.kind === 'target') applyToBudget(draft, recorded);
  if (effect.kind === 'schedule' || effect.kind === 'occurrence') applyToSchedules(draft, recorded);
  if (effect.kind === 'transaction' || effect.kind === 'transfer') applyToEntry(draft, effect, recorded);
}

/** Applies the effect of an event to the row of its entry. Throws where the event contradicts the row. */
function applyToEntry(
  draft: Draft,
  effect: EffectOnEntry<LedgerEvent['data']>,
  { event: { data }, metadata, revision }: RecordedEvent,
): void {
  const id = effect.id(data);
  const standing = { ...metadata, revision };
  const transactions = effect.kind === 'transaction' ? 1 : 0;
  switch (effect.does) {
    case 'make':
    case 'restore': {
      draft.transactionCount += transactions;
      const state = effect.state(data, standing);
      return insert(draft, id, fieldsOfEntry(effect.kind, state), state);
    }
    case 'change': {
      const state = effect.state(data, standing);
      return change(draft, id, columnsIn(effect.kind, state), state.changedAt ?? null);
    }
    case 'remove':
      draft.transactionCount -= transactions;
      return remove(draft, id);
    case 'move money':
      throw new Error('No money is moved to or from an entry.');
    default:
      return effect satisfies never;
  }
}

/** A reset begins the books anew: nothing before it is known. */
function clear(draft: Draft): void {
  draft.cleared = true;
  draft.goalsChanged = true;
  draft.transactionCount = 0;
  draft.knownAt = null;
  draft.entries.clear();
  draft.statistics.clear();
  draft.pastStatistics.clear();
  draft.added.clear();
  draft.pastLedgers = [];
  draft.knownDays.clear();
  draft.ruleUses.clear();
  draft.plans.clear();
  draft.carries.clear();
  draft.targets.clear();
  draft.schedules.clear();
  draft.occurrences.clear();
}

/** Notes the row of the budget that an event changes. */
function applyToBudget({ ledgerId, plans, carries, targets }: Draft, { event, revision }: RecordedEvent): void {
  const { type, data } = event;
  switch (type) {
    case 'BudgetPlanned':
    case 'BudgetMoved':
      plans.set(cellId(data), { ledgerId, categoryId: data.categoryId, month: data.month, amount: data.to });
      return;
    case 'BudgetCarrySet': {
      const { categoryId, month, carry = null, place = Number(revision) } = data;
      carries.set(cellId(data), { ledgerId, categoryId, month, carry, place: carry && place });
      return;
    }
    case 'BudgetTargetSet':
      targets.set(data.categoryId, { ledgerId, categoryId: data.categoryId, target: data.target ?? null });
      return;
  }
}

/** Notes the row of the schedule or of the occurrence that an event changes. */
function applyToSchedules({ ledgerId, schedules, occurrences }: Draft, { event, revision }: RecordedEvent): void {
  const { type, data } = event;
  const put = (scheduleId: string, schedule?: ScheduleState) =>
    schedules.set(scheduleId, scheduleRow(ledgerId, scheduleId, schedule));
  const close = (ref: OccurrenceRef, mark?: Mark) =>
    occurrences.set(occurrenceId(ref), occurrenceRow(ledgerId, ref, mark));
  switch (type) {
    case 'ScheduleAdded':
      put(data.scheduleId, { ...valuesIn('schedule', data), place: Number(revision), earlier: data.earlier ?? [] });
      return;
    case 'ScheduleChanged':
    case 'ScheduleRestored':
      put(data.scheduleId, { ...valuesIn('schedule', data), place: data.place, earlier: data.earlier });
      return;
    case 'ScheduleRemoved':
      put(data.scheduleId);
      return;
    case 'OccurrencePosted':
      close(data, { as: 'posted', entry: data.entry, byItself: data.byItself });
      return;
    case 'OccurrenceMatched':
      close(data, { as: 'matched', entry: data.entry });
      return;
    case 'OccurrenceSkipped':
      close(data, { as: 'skipped' });
      return;
    case 'OccurrenceOpened':
      close(data);
      return;
  }
}

/** Counts an entry of which a rule set something. */
function use({ ledgerId, ruleUses }: Draft, ruleId: string, changeSetId: string): void {
  const key = `${ruleId} ${changeSetId}`;
  const count = (ruleUses.get(key)?.count ?? 0) + 1;
  ruleUses.set(key, { ledgerId, ruleId, changeSetId, count });
}

/** Adds the row of an entry. Throws where there is one. */
function insert(draft: Draft, entryId: string, fields: EntryFields, { place, recordedAt, changedAt }: Placed): void {
  const { ledgerId, revision: knownFrom, entries } = draft;
  const before = entries.get(entryId) ?? [];
  if (before.length > 0 && before.at(-1)?.kind !== 'delete') throw new Error(`${entryId} is recorded already`);
  const placed = { revision: BigInt(place), recordedAt, changedAt: changedAt ?? null, knownFrom };
  entries.set(entryId, [...before, { kind: 'insert', row: { ledgerId, entryId, ...fields, ...placed } }]);
  know(draft, fields);
}

function remove({ entries, revision }: Draft, entryId: string): void {
  entries.set(entryId, [...(entries.get(entryId) ?? []), { kind: 'delete', at: revision }]);
}

/** Changes the row of an entry. Throws where it is deleted. */
function change(draft: Draft, entryId: string, fields: ChangedColumns, changedAt: string | null): void {
  const { revision, entries } = draft;
  const before = entries.get(entryId) ?? [];
  if (before.at(-1)?.kind === 'delete') throw new Error(`${entryId} is deleted already`);
  const changed = { ...fields, changedAt, knownFrom: revision };
  entries.set(entryId, [...before, { kind: 'change', at: revision, fields: changed }]);
  know(draft, fields);
}

/** Notes that an entry of these accounts is dated a day. A change of the day comes with the account. */
function know(
  { knownDays, ledgerId, revision: knownFrom }: Draft,
  { date, accountId, toAccount = null }: Pick<ChangedColumns, 'date' | 'accountId' | 'toAccount'>,
): void {
  if (date === undefined || accountId === undefined) return;
  for (const account of [ALL_ACCOUNTS, accountId, ...(toAccount === null ? [] : [toAccount])]) {
    const key = `${account} ${date}`;
    if (!knownDays.has(key)) knownDays.set(key, { ledgerId, account, date, knownFrom, ...NO_SUMS });
  }
}

/** Adds to the sums of these events, which are not shared yet and may change. */
function addToStatistics({ added, revision, ledgerId }: Draft, { type, amount, date }: Counted, times: 1 | -1): void {
  const block = blockOf(revision);
  for (const [index, startsOn] of startsOf(date).entries()) {
    const period = PERIODS[index] as Period;
    const key = `${period} ${startsOn} ${block}`;
    const sums = added.get(key) ?? { ledgerId, period, startsOn, block, income: ZERO, expense: ZERO };
    added.set(key, sums);
    if (type === 'Income') sums.income = (sums.income + amount * times) as Cents;
    else sums.expense = (sums.expense + amount * times) as Cents;
  }
}

/** Adds the sums of these events to the sums of the events before, by period and by block. */
function addUp({ added, statistics, pastStatistics }: Draft): void {
  for (const [key, { block, ...sums }] of added) {
    const period = `${sums.period} ${sums.startsOn}`;
    statistics.set(period, plus(sums, statistics.get(period)));
    pastStatistics.set(key, plus({ ...sums, block }, pastStatistics.get(key)));
  }
}

function plus<Row extends StatisticsRow>(sums: Row, earlier: Row | undefined): Row {
  const { income, expense } = earlier ?? { income: 0, expense: 0 };
  return { ...sums, income: sums.income + income, expense: sums.expense + expense };
}
