import type { ChangeSetKind } from '#ledger/model/constants.ts';
import type { Application } from './application.ts';

/**
 * In which commands an event may stand. An event that begins an undo, an import, a bulk or a proposal says how many
 * follow. The end of an import or a bulk is not among these, and the end of any command may come before all of them
 * have.
 */
export type EventStanding =
  | 'in any command'
  | 'not in an import'
  | 'only in an undo'
  | 'only in an import'
  | 'begins an undo'
  | 'begins an import'
  | 'ends an import'
  | 'begins a bulk'
  | 'begins a proposal'
  | 'ends a bulk'
  | 'ends any command';

/** How the audit treats the events of a type, by their data alone. */
export type AuditDefinition<Data> = {
  /** The kind of the change-set that it begins. */
  kind: ChangeSetKind;
  standing: EventStanding;
  /**
   * The id of the transaction, transfer, goal or account that it is about, `monthly-figures`, or the account and the
   * day that it confirms; null for none.
   */
  about: ((data: Data) => string) | null;
  /** The account that its change-set concerns beside those whose money it moves; null for none. */
  account: ((data: Data) => string) | null;
  /** Checks it against the events before it, and changes the audit's ledger. */
  apply: (application: Application, data: Data) => void;
};

/** The definition of each event of a union. */
export type AuditDefinitions<Event extends { type: string; data: unknown }> = {
  readonly [Type in Event['type']]: AuditDefinition<Extract<Event, { type: Type }>['data']>;
};
