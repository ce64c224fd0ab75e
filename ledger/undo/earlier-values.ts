import type { RecordedEvent } from '../events.ts';
import { type Entity, type EntityState, originsIn, valueIn } from '../model/entity-states.ts';
import { defaultOf, type Replaced, type SetBy, type SetFields, setterIn } from '../model/origins.ts';
import { type RuleField, setWith } from '../model/rule-fields.ts';
import { entitiesOf } from './entity-history.ts';

/** Who set a field, with the revision of the event that did. */
type SetAt = SetBy & { revision: number };

/** The values that fields that are set together had, null for none, and who had set that. */
export type Earlier = { values: Replaced['values']; setBy: SetAt };

/** The values that entries had before rules set their fields, by all events about these entries, in order. */
export class EarlierValues {
  readonly #entities: ReadonlyMap<string, Entity>;
  readonly #set = new Map<number, SetFields>();

  constructor(events: readonly RecordedEvent[]) {
    this.#entities = entitiesOf(events);
    for (const { event, revision } of events) {
      if ('set' in event.data && event.data.set) this.#set.set(Number(revision), event.data.set);
    }
  }

  /**
   * The values that a field of an entry had before the rule that set it, the oldest first, and the fields that are set
   * together with it: back to what no rule had set, as far as events say it. Empty where the event that recorded the
   * entry doesn't, as older ones do not.
   */
  values(entryId: string, field: RuleField, setter: SetAt): Earlier[] {
    const group = setWith(field);
    const { steps = [] } = this.#entities.get(entryId) ?? {};
    const earlier: Earlier[] = [];
    for (let by: SetAt | null = setter; by?.by === 'rule'; ) {
      const { ruleId, revision }: { ruleId: string; revision: number } = by;
      earlier.unshift(...this.#replacedIn(revision, group, ruleId));
      const step = steps.find((each) => each.revision === BigInt(revision));
      if (step?.does !== 'change' || !step.before) break;
      const base = stateOf(step.before, group);
      earlier.unshift(base);
      by = base.setBy.revision < revision ? base.setBy : null;
    }
    return earlier;
  }

  /** The values of fields before a rule set them in the event at a revision. */
  #replacedIn(revision: number, group: readonly RuleField[], ruleId: string): Earlier[] {
    const set = this.#set.get(revision);
    const last = group.map((field) => set?.[field]).find((setBy) => setBy?.by === 'rule');
    if (last?.by !== 'rule') return [];
    const { replaced = [] } = last;
    const at = replaced.findIndex((each) => each.by === 'rule' && each.ruleId === ruleId);
    const until = last.ruleId === ruleId ? replaced.length : Math.max(at, 0);
    return replaced.slice(0, until).map(({ values, ...setBy }) => ({ values, setBy: { ...setBy, revision } }));
  }
}

/**
 * The values of fields that are set together in a state, and who set that: who set the others, where they have nothing.
 */
function stateOf(state: EntityState, group: readonly RuleField[]): Earlier {
  const origins = originsIn(state) ?? null;
  const { place } = state as EntityState<'transaction'>;
  const field = group.find((each) => valueIn(state, each) !== undefined);
  const setBy = (field && setterIn(origins, field)) || { by: defaultOf(origins) };
  return {
    values: Object.fromEntries(group.map((each) => [each, valueIn(state, each) ?? null])),
    setBy: { ...setBy, revision: setBy.revision ?? place },
  };
}
