import type { Setter } from './constants.ts';
import { isSameIn } from './entity-states.ts';
import { fieldsOf } from './fields.ts';
import {
  type ChangedOrigins,
  defaultOf,
  hasValue,
  type Origins,
  type SetBy,
  type SetFields,
  setAt,
  setterIn,
} from './origins.ts';

type Kind = 'transaction' | 'transfer';

/**
 * The new origins of the fields that an event at a revision changes: who set them by its word, else a person, by this
 * event. If nothing is left of any change (`changedAt` null), they are the origins by the event that recorded the
 * entry.
 */
export function originsChanged(
  kind: Kind,
  {
    before,
    after,
    set,
    changedAt,
  }: { before: object; after: object; set?: SetFields | undefined } & {
    changedAt?: string | null | undefined;
  },
  revision: bigint,
): ChangedOrigins {
  const changed: Record<string, SetBy | null> = {};
  for (const field of fieldsOf(kind)) {
    if (isSameIn(before, after, field)) continue;
    const setBy = set?.[field] ?? (changedAt === null ? null : { by: 'hand' as const });
    changed[field] = setBy && hasValue(after, field) ? setAt(setBy, revision) : null;
  }
  return changed;
}

/**
 * The setters that an event has to name, of the wanted ones: none of fields that it doesn't give a value, and none that
 * go without saying. `before` is null if the event records the entry.
 */
export function setIn(
  kind: Kind,
  before: object | null,
  after: object,
  set: SetFields | undefined,
  byDefault: Setter = 'hand',
): { set?: SetFields } {
  if (!set) return {};
  const settings = Object.entries(set).filter(([field, setBy]) => {
    const isSet = hasValue(after, field) && !(before && isSameIn(before, after, field));
    return isSet && fieldsOf(kind).includes(field) && !(setBy.by === byDefault && setBy.revision === undefined);
  });
  return settings.length > 0 ? { set: Object.fromEntries(settings) } : {};
}

/**
 * The setters that the event of an undo names, which gives fields the values of a state with these origins (product
 * 4.14). If nothing is left of any change, the origins of the event that recorded the entry go without saying.
 */
export function setAgain(
  kind: Kind,
  now: object,
  target: object & { place: number; changedAt?: string | undefined; origins?: Origins },
): { set?: SetFields } {
  const { origins = null, place, changedAt } = target;
  const made: SetBy | null = changedAt === undefined ? null : { by: defaultOf(origins), revision: place };
  const set: Record<string, SetBy> = {};
  for (const field of fieldsOf(kind)) {
    const setBy = setterIn(origins, field) ?? made;
    if (setBy && hasValue(target, field) && !isSameIn(now, target, field)) set[field] = setBy;
  }
  return Object.keys(set).length > 0 ? { set } : {};
}

/** The setters that the event names that brings an entry back with these origins. */
export function setWhenRestored(
  kind: Kind,
  target: object & { origins?: Origins },
): { set?: SetFields; madeBy?: 'import' } {
  const { origins = null } = target;
  const named = fieldsOf(kind).flatMap((field) => {
    const setBy = hasValue(target, field) ? setterIn(origins, field) : null;
    return setBy ? [[field, setBy] as const] : [];
  });
  return {
    ...(named.length > 0 && { set: Object.fromEntries(named) }),
    ...(defaultOf(origins) === 'import' && { madeBy: 'import' as const }),
  };
}
