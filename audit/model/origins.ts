import type { Application } from './application.ts';
import type { AuditedEntry } from './audit-ledger.ts';
import { canonical } from './canonical.ts';

/** Who set a field: of a rule also in which of its versions. */
type Setter = { by: string; ruleId?: string; ruleVersion?: number };

/** The values that a rule replaced: values by the fields of an event, null for none, and who had set them. */
type Replaced = Setter & { values: Readonly<Record<string, unknown>> };

/** The statement of an event about the setter of a field. */
type Said = Setter & { revision?: number | undefined; replaced?: readonly Replaced[] | undefined };

/**
 * The statement of an event about the fields of an entry, by the names of its data; `undefined` where it says nothing.
 */
type SaidOfFields = Readonly<Record<string, Said | undefined>> | undefined;

type Fields = Readonly<Record<string, unknown>>;

/** The fields of entries that a person, a rule, a file or the past sets: all but what the ledger keeps of an entry. */
const SET = ['type', 'title', 'amount', 'category', 'wallet', 'parts', 'date', 'accountId', 'toAccount', 'receiptId'];
const DESCRIBED = ['note', 'tags'];

/** The columns of the fields that events of transfers name otherwise. */
const NAMES: Readonly<Record<string, string>> = { from: 'accountId', to: 'toAccount' };

/** The fields of which a rule that sets one replaces what all of them had. */
const FILED = ['category', 'parts'];

/**
 * The origins of an entry that an event makes, or brings back: what it says of its fields, and who set the others: a
 * file or a person.
 */
export function originsOf(
  application: Application,
  label: string,
  fields: Fields,
  { set, others }: { set: SaidOfFields; others: 'import' | 'hand' },
): string | null {
  const settings = byColumn(application, label, fields, set);
  for (const column of settings.keys()) {
    if (fields[column] == null) application.must(`${label}.set`, 'fields with a value', column);
  }
  return written({ ...(others === 'import' && { made: 'import' }), ...Object.fromEntries(settings) });
}

/**
 * The origins of an entry after an event that changes its fields. Those that differ are set by this event and by hand,
 * unless it says otherwise. Where the entry is as nobody had changed it, they are what they were at first.
 */
export function auditedOrigins(
  application: Application,
  label: string,
  [before, after]: readonly [Fields & { origins: string | null }, Fields],
  { set, isUnchanged }: { set: SaidOfFields; isUnchanged: boolean },
): string | null {
  const settings = byColumn(application, label, after, set);
  const origins = new Map<string, unknown>(Object.entries(JSON.parse(before.origins ?? '{}')));
  for (const column of [...SET, ...DESCRIBED]) {
    const isChanged = before[column] !== after[column];
    if (settings.has(column) && !isChanged) application.must(`${label}.set`, 'fields that it changes', column);
    if (!isChanged) continue;
    const byHand = { by: 'hand', revision: Number(application.revision) };
    const origin = settings.get(column) ?? (isUnchanged ? null : byHand);
    if (origin && after[column] != null) origins.set(column, origin);
    else origins.delete(column);
  }
  return written(Object.fromEntries(origins));
}

/** The setters of fields, by column, each with the revision of the event that set it. */
function byColumn(application: Application, label: string, after: Fields, set: SaidOfFields): Map<string, Said> {
  const { ledger } = application;
  const settings = new Map<string, Said>();
  for (const [field, origin] of Object.entries(set ?? {})) {
    if (!origin) continue;
    const column = NAMES[field] ?? field;
    const { revision, replaced = [], ...setter } = origin;
    const own = Number(application.revision);
    for (const { values, ...by } of replaced) {
      const wanted = FILED.includes(field) ? FILED : [field];
      application.must(`${label}.set.${field} replaced`, wanted.join(' '), Object.keys(values).sort().join(' '));
      for (const [each, value] of Object.entries(values)) {
        ledger.replaced.add(replacedText(label, NAMES[each] ?? each, own, canonical(by), value));
      }
    }
    if (revision !== undefined) {
      if (!application.mayGiveBack) application.must(`${label}.set`, 'by this event', `by the event ${revision}`);
      if (replaced.length > 0) application.must(`${label}.set`, 'nothing replaced', field);
      const by = canonical(setter);
      const value = valueIn(after, column);
      const isReplaced = ledger.replaced.has(replacedText(label, column, revision, by, value));
      const then = isReplaced ? by : setterThen(application, label, column, revision, value);
      application.must(`${label}.set at revision ${revision}`, then, by);
    }
    settings.set(column, { ...setter, revision: revision ?? own });
  }
  return settings;
}

/**
 * Who set a column of an entry in an earlier event that gave it this value, as JSON without the event, or null if it
 * gave it another, or none.
 */
function setterThen(
  { ledger }: Application,
  label: string,
  column: string,
  revision: number,
  value: unknown,
): string | null {
  const now = ledger.entries.get(label);
  const then: AuditedEntry | undefined =
    now?.knownFrom === BigInt(revision) ? now : ledger.pastEntries.get(`${label} from ${revision}`);
  if (!then || valueIn(then, column) !== value) return null;
  const { made = 'hand', ...origins } = JSON.parse(then.origins ?? '{}');
  const { revision: own, ...setter } = origins[column] ?? { by: made, revision: Number(then.revision) };
  return own === revision ? canonical(setter) : null;
}

/** The text under which it is kept that a rule replaced the value of a column, and who had set that. */
function replacedText(label: string, column: string, revision: number, by: string, value: unknown): string {
  const text = typeof value === 'object' ? canonical(value) : value;
  return `${label}.${column} at revision ${revision}: ${text} by ${by}`;
}

const valueIn = (fields: Fields, column: string) => fields[column] ?? null;

function written(origins: object): string | null {
  return Object.keys(origins).length === 0 ? null : canonical(origins);
}
