import { definitionOf, entityOf, type RecordedEvent } from '../events.ts';
import { GIVEN_CATEGORIES } from '../model/categories.ts';
import { EVERYDAY, EVERYDAY_KIND, EVERYDAY_NAME } from '../model/constants.ts';
import { categoryIn, cellIn, confirmationIn, occurrenceIn } from '../model/entity-ids.ts';
import {
  type Entity,
  type EntityState,
  isMade,
  isSameIn,
  originsIn,
  overlaid,
  type Step,
  valueIn,
} from '../model/entity-states.ts';
import { type EntityKind, fieldsOf } from '../model/fields.ts';
import { traitsOf } from '../model/kinds.ts';
import { ZERO } from '../model/money.ts';
import { type ChangedOrigins, originsAfter } from '../model/origins.ts';

/**
 * The state of an entity before its first event. Only Everyday, the specification's categories, the monthly figures,
 * confirmed days, the order of rules, what a budget consists of and occurrences exist from the start, all but the first
 * two without values; null for any other.
 */
export function stateAtStart<Kind extends EntityKind>({
  kind,
  id,
}: Pick<Entity<Kind>, 'kind' | 'id'>): EntityState<Kind> | null {
  const states: { [Each in EntityKind]: EntityState<Each> | null } = {
    transaction: null,
    transfer: null,
    goal: null,
    account: id === EVERYDAY ? { name: EVERYDAY_NAME, kind: EVERYDAY_KIND, isOpen: true, place: -1 } : null,
    category: GIVEN_CATEGORIES.get(id) ?? null,
    figures: {},
    balance: confirmationIn(id),
    rule: null,
    ruleOrder: {},
    plan: kind === 'plan' ? { ...cellIn(kind, id), amount: ZERO } : null,
    carry: kind === 'carry' ? cellIn(kind, id) : null,
    target: kind === 'target' ? { categoryId: categoryIn(id) } : null,
    schedule: null,
    occurrence: kind === 'occurrence' ? occurrenceIn(id) : null,
  };
  return states[kind];
}

/** The entities that events are about, by their ids, in the order of the first event about each. */
export function entitiesOf(events: readonly RecordedEvent[]): Map<string, Entity> {
  const entities = new Map<string, { kind: EntityKind; id: string; steps: Step[] }>();
  for (const recorded of events) {
    const about = entityOf(recorded.event);
    if (!about) continue;
    const known = entities.get(about.id);
    const before = known ? (known.steps.at(-1)?.after ?? null) : stateAtStart(about);
    const step = stepOf(recorded, about.kind, before);
    if (known) known.steps.push(step);
    else entities.set(about.id, { ...about, steps: [step] });
  }
  return entities;
}

/** The state of an entity after these of its steps alone: each sets the fields that it touched. Null: it is gone. */
export function stateAfter<Kind extends EntityKind>(
  entity: Entity<Kind>,
  steps: readonly Step<Kind>[],
): EntityState<Kind> | null {
  return steps.reduce<EntityState<Kind> | null>(stateAfterStep, stateAtStart(entity));
}

/** The states of an entity after each of these steps, as `stateAfter` gives them. */
export function statesAfter<Kind extends EntityKind>(
  entity: Entity<Kind>,
  steps: readonly Step<Kind>[],
): (EntityState<Kind> | null)[] {
  let state = stateAtStart(entity);
  return steps.map((step) => {
    state = stateAfterStep(state, step);
    return state;
  });
}

function stateAfterStep<Kind extends EntityKind>(
  state: EntityState<Kind> | null,
  step: Step<Kind>,
): EntityState<Kind> | null {
  const { does, touched, after } = step;
  if (isMade(step)) return after;
  if (does === 'remove') return null;
  if (does !== 'change' || !state || !after) return state;
  return overlaid(state, after, 'changedAt' in after ? [...touched, 'changedAt'] : touched);
}

function stepOf({ event, metadata, revision }: RecordedEvent, kind: EntityKind, before: EntityState | null): Step {
  const { effect } = definitionOf(event.type);
  if (!effect) throw new Error(`${event.type} is about nothing.`);
  const { commandId: changeSetId, recordedAt } = metadata;
  const { does } = effect;
  const statement = 'says' in effect ? effect.says(event.data) : null;
  const step: Step = { changeSetId, revision, does, touched: [], before, after: before, said: statement };
  if (effect.does === 'remove') return { ...step, after: null };
  if (effect.does === 'move money' || effect.does === 'match') return step;
  const stateOfEvent = effect.state(event.data, { revision, commandId: changeSetId, recordedAt });
  const after = effect.does === 'change' ? before && changed(before, stateOfEvent) : (stateOfEvent as EntityState);
  const touched = before && after ? fieldsOf(kind).filter((field) => !isSameIn(before, after, field)) : [];
  return { ...step, touched, after };
}

/** A state after a change of some fields of its kind. */
function changed(before: EntityState, written: object): EntityState {
  const state = { ...before, ...written };
  const origins = originsIn(before);
  return origins === undefined
    ? state
    : { ...state, origins: originsAfter(origins, valueIn(state, 'origins') as ChangedOrigins) };
}

/** The name of an entity in this state, or null if it has none, or is gone. */
export function nameOf(kind: EntityKind, state: EntityState | null): string | null {
  return state && traitsOf(kind).nameOf(state);
}
