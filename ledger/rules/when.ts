import { comparableText } from '#ledger/model/comparable-text.ts';
import { NAMES_IN_RULE } from '#ledger/model/constants.ts';
import type { NamedInQuery, RuleWhen } from '#ledger/model/rule.ts';
import { accountsByName, categoriesByName, namesIn } from '#ledger/search/names.ts';
import { QUERY_MAX, type Query, type QueryProblem } from '#ledger/search/query.ts';
import { readQuery, readWithTerms, type ValueOfField } from '#ledger/search/read-query.ts';
import { writtenValue } from '#ledger/search/write-query.ts';
import { atomsIn, findsEverything } from './finds-everything.ts';
import { heirOf, type RuleNames } from './rule.ts';

/** The refusal of a rule that would find every entry. */
export const FINDS_EVERYTHING = 'A rule has to say which entries it is about';
const ASKS_FOR_PROGRAM = "A rule can't ask which program made an entry";

/**
 * Reads the query of a new rule, and keeps beside its text what each name in it stands for: its ids survive a rename
 * and a merge. Gives the problem of a query that isn't understood, or that finds everything (product 4.20).
 */
export function writtenWhen(text: string, names: RuleNames): { when: RuleWhen } | { problem: QueryProblem } {
  const read = readWithTerms(text, namesIn(names, names.today, names.calendar));
  if (read.problem) return { problem: read.problem };
  if (atomsIn(read.query).some(({ is }) => is === 'made by')) return { problem: { message: ASKS_FOR_PROGRAM, at: 0 } };
  if (findsEverything(read.query)) return { problem: { message: FINDS_EVERYTHING, at: 0 } };
  const named = new Map<string, NamedInQuery>();
  for (const { field, text: name } of read.values.filter(isName)) {
    const key = keyOf(field, name);
    const ids = named.has(key) ? [] : idsOf(field, name, names);
    if (ids.length > 0) named.set(key, { field, name, ids: [...ids] });
  }
  return { when: { text: text.trim(), names: [...named.values()] } };
}

/**
 * The text of a rule's query as it is shown and asked today: each name as what it stood for is called now. Where it
 * stood for several that have different names by now, all of these stand in brackets.
 */
export function shownWhen({ text, names: named }: RuleWhen, names: RuleNames): string {
  return shownText(
    text,
    readWithTerms(text, namesIn(names, names.today, names.calendar), ANY_LENGTH).values,
    named,
    names,
  );
}

function shownText(
  text: string,
  values: readonly ValueOfField[],
  named: readonly NamedInQuery[],
  names: RuleNames,
): string {
  const nowByName = new Map(named.map((each) => [keyOf(each.field, each.name), namesNow(each, names)]));
  let shown = '';
  let at = 0;
  for (const value of values.filter(isName)) {
    const now = nowByName.get(keyOf(value.field, value.text)) ?? [];
    // A name that is still the same stays as it was typed.
    const [only] = now;
    if (only === undefined || (now.length === 1 && isSame(only, value.text))) continue;
    const before = text.slice(0, value.from).search(FIELD_BEFORE);
    const terms = now.map((name) => `${text.slice(before, value.from)}${writtenValue(name)}`);
    shown += `${text.slice(at, before)}${terms.length === 1 ? terms[0] : `(${terms.join(' or ')})`}`;
    at = value.to;
  }
  return shown + text.slice(at);
}

/** The query of a rule as it is asked today, or its problem: a name in it may be gone by an undo. */
export function queryOf(when: RuleWhen, names: RuleNames): { query: Query } | { problem: QueryProblem } {
  const { text, names: named } = when;
  const namesToday = namesIn(names, names.today, names.calendar);
  const { values, query, problem } = readWithTerms(text, namesToday, ANY_LENGTH);
  const shown = shownText(text, values, named, names);
  // Most rules are still as they were written: these are not read twice.
  if (shown !== text) return readQuery(shown, namesToday, ANY_LENGTH);
  return problem ? { problem } : { query };
}

/** A name may have become longer, and one of several, since the query was written. */
const ANY_LENGTH = { charactersMax: 40 * QUERY_MAX, termsMax: QUERY_MAX };

/** The field and its operator at the end of a text. */
const FIELD_BEFORE = /\p{L}+:$/u;

type NamedValue = ValueOfField & { field: NamedInQuery['field'] };

/** Whether a value is a name; `-` is none. */
function isName(value: ValueOfField): value is NamedValue {
  return (NAMES_IN_RULE as readonly string[]).includes(value.field) && value.text !== '-';
}

const isSame = (one: string, other: string) => comparableText(one) === comparableText(other);
const keyOf = (field: NamedInQuery['field'], name: string) => `${field} ${comparableText(name)}`;

/** The ids of what has a name. */
function idsOf(field: NamedInQuery['field'], name: string, names: RuleNames): readonly string[] {
  const all = namesIn(names, names.today, names.calendar);
  return (field === 'account' ? accountsByName(all) : categoriesByName(all)).get(comparableText(name)) ?? [];
}

/** The names that have by now what a name stood for, each once; none of what is gone. */
function namesNow({ field, ids }: NamedInQuery, names: RuleNames): string[] {
  const found = ids.flatMap((id) =>
    field === 'account' ? names.accounts.get(id) : names.categories.get(heirOf(id, names.merged)),
  );
  const now = found.flatMap((each) => (each ? [each.name] : []));
  const byName = new Map<string, string>();
  for (const name of now) if (!byName.has(comparableText(name))) byName.set(comparableText(name), name);
  return [...byName.values()];
}
