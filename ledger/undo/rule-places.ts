import type { LedgerEvent } from '../events.ts';
import { reordered } from '../rules/order.ts';

/** Rules in their order, with those that were removed where they were; and which of them are there. */
export type RulePlaces = { order: string[]; there: Set<string> };

/** The places of rules after these events, in order. */
export function placesOf(events: Iterable<{ event: LedgerEvent }>): RulePlaces {
  const places: RulePlaces = { order: [], there: new Set() };
  for (const { event } of events) follow(places, event);
  return places;
}

/** The position that a rule, which was removed, has among those that are there, from 1. */
export function positionBack({ order, there }: RulePlaces, ruleId: string): number {
  const before = order.slice(0, order.indexOf(ruleId));
  return 1 + before.filter((id) => there.has(id)).length;
}

function follow(places: RulePlaces, { type, data }: LedgerEvent): void {
  switch (type) {
    case 'RuleAdded':
      insert(places, data.ruleId, data.position);
      break;
    case 'RuleRemoved':
      places.there.delete(data.ruleId);
      break;
    case 'RuleRestored':
      // Where its old place gives the same position, it keeps that: removed rules around it may come back, too.
      if (positionBack(places, data.ruleId) !== data.position) insert(places, data.ruleId, data.position);
      places.there.add(data.ruleId);
      break;
    case 'RulesOrdered':
      places.order = reordered(places.order, data.after);
      break;
    default:
  }
}

/** Gives a rule a position among those that are there; at the end where it is beyond. */
function insert(places: RulePlaces, ruleId: string, position: number): void {
  const order = places.order.filter((id) => id !== ruleId);
  const next = order.filter((id) => places.there.has(id))[position - 1];
  order.splice(next === undefined ? order.length : order.indexOf(next), 0, ruleId);
  places.order = order;
  places.there.add(ruleId);
}
