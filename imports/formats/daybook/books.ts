import { definitionOf, entityOf, type RecordedEvent } from '#ledger/events.ts';
import { apply } from '#ledger/evolve.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { confirmationIn } from '#ledger/model/entity-ids.ts';
import { type Cents, safe } from '#ledger/model/money.ts';
import { type Origins, originsAfter, setterIn } from '#ledger/model/origins.ts';
import { type Draft, draftOf, EMPTY_BOOKS } from '#ledger/model/state.ts';
import { EarlierValues } from '#ledger/undo/earlier-values.ts';
import { UnreadableFile } from '../../parsed.ts';

/**
 * The books at the end of an export, with what commands don't need of them. Amounts are in cents, accounts `everyday`
 * or ids.
 */
export type ExportedBooks = {
  books: Draft;
  /** The places of transactions and transfers, which order them, by their ids. */
  places: Map<string, number>;
  /** Who set the fields of transactions and transfers, by their ids. */
  origins: Map<string, Origins>;
  /** Money put aside for goals in cents, by goal id, then by the account that it came from. */
  saved: Map<string, Map<string, Cents>>;
  /** The balance that was confirmed of an account at the end of a day, by account and day. */
  confirmed: Map<string, Map<string, Cents>>;
};

const emptyBooks = (): ExportedBooks => ({
  books: draftOf(EMPTY_BOOKS),
  places: new Map(),
  origins: new Map(),
  saved: new Map(),
  confirmed: new Map(),
});

/**
 * The books that events lead to, by the ledger's own fold. Throws UnreadableFile where an event contradicts those
 * before it.
 */
export function exportedBooks(events: Iterable<RecordedEvent>): ExportedBooks {
  let exported = emptyBooks();
  for (const recorded of events) {
    if (recorded.event.type === 'LedgerReset') exported = emptyBooks();
    try {
      note(exported, recorded);
      apply(exported.books, recorded);
    } catch {
      throw contradiction();
    }
  }
  return exported;
}

/** The values of entries before rules, by all events of the export: of entries with a field that a rule set. */
export function earlierValues(events: Iterable<RecordedEvent>, { origins }: ExportedBooks): EarlierValues {
  const isRuled = (of: Origins) => Object.keys(of ?? {}).some((field) => setterIn(of, field)?.by === 'rule');
  const ruled = new Set([...origins].flatMap(([id, of]) => (isRuled(of) ? [id] : [])));
  const about: RecordedEvent[] = [];
  for (const recorded of ruled.size > 0 ? events : []) {
    if (recorded.event.type === 'LedgerReset') about.length = 0;
    if (ruled.has(entityOf(recorded.event)?.id ?? '')) about.push(recorded);
  }
  return new EarlierValues(about);
}

/** The error of an export whose events contradict each other. */
export function contradiction(): UnreadableFile {
  return new UnreadableFile('This export of Daybook contradicts itself.');
}

/** Notes data of an event that don't change the books. Throws Error where it refers to something that isn't there. */
function note(exported: ExportedBooks, { event, metadata, revision }: RecordedEvent): void {
  const { books, places, origins, saved, confirmed } = exported;
  const { effect } = definitionOf(event.type);
  if (!effect || effect.does === 'match') return;
  const { data } = event;
  const id = effect.id(data);
  const context = { ...metadata, revision };
  if (effect.kind === 'transaction' || effect.kind === 'transfer') {
    if (effect.does === 'make' || effect.does === 'restore') {
      const state = effect.state(data, context);
      places.set(id, state.place);
      origins.set(id, state.origins);
    } else if (!places.has(id)) throw new Error(`No entry has the id ${id}.`);
    if (effect.does === 'change') {
      origins.set(id, originsAfter(origins.get(id) ?? null, effect.state(data, context).origins));
    }
    if (effect.does === 'remove') {
      places.delete(id);
      origins.delete(id);
    }
  } else if (effect.kind === 'goal') {
    const { saves } = effect.says(data);
    const { accountId = EVERYDAY, amount = 0 } = saves ?? {};
    const ofGoal = saved.get(id) ?? new Map<string, Cents>();
    ofGoal.set(accountId, safe((ofGoal.get(accountId) ?? 0) + amount));
    saved.set(id, ofGoal);
    if (effect.does === 'remove') saved.delete(id);
  } else if (effect.kind === 'balance' && effect.does === 'change') {
    const { account = EVERYDAY, date = '' } = confirmationIn(id) ?? {};
    if (!books.accounts.has(account)) throw new Error(`No account has the id ${account}.`);
    const { balance } = effect.state(data, context);
    const days = confirmed.get(account) ?? new Map<string, Cents>();
    if (balance === undefined) days.delete(date);
    else days.set(date, balance);
    confirmed.set(account, days);
  }
}
