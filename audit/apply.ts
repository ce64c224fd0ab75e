import { type EventMetadata, type EventType, type LedgerEvent, postingsOf } from '#ledger/events.ts';
import { posted, total } from '#ledger/model/double-entry.ts';
import { auditDefinitions, auditedEntity } from './definitions.ts';
import { Application } from './model/application.ts';
import {
  type AuditLedger,
  BLOCK_REVISIONS,
  type Contradiction,
  ledgerColumns,
  type Run,
} from './model/audit-ledger.ts';
import { canonical } from './model/canonical.ts';
import type { EventStanding } from './model/definition.ts';
import { toMilliseconds } from './model/instants.ts';
import { countRules } from './topics/rules.ts';

/** Applies an event to the state, and gives its contradictions to the events before it. */
export function applyToAudit<Type extends EventType>(
  ledger: AuditLedger,
  event: LedgerEvent<Type>,
  metadata: Pick<EventMetadata, 'commandId' | 'recordedAt'>,
  revision: bigint,
): Contradiction[] {
  const { type, data } = event;
  const { standing } = auditDefinitions[type];
  const run = ledger.run?.changeSetId === metadata.commandId ? ledger.run : null;
  const application = new Application(ledger, metadata, revision, begun(standing) ?? run?.kind ?? null);
  follow(application, type, standing);
  const postings = postingsOf(event, ledger.books);
  application.must('postings', 0n, total(postings));
  ledger.books = posted(ledger.books, postings);
  auditDefinitions[type].apply(application, data);
  application.settle();
  countRules(application, data);
  remember(application, event);
  keepAtEndOfBlock(application);
  return application.contradictions;
}

/** The kind of the command of many events that an event begins; null for none. */
function begun(standing: EventStanding): Run['kind'] | null {
  return BEGINS[standing] ?? null;
}

const BEGINS: { readonly [Each in EventStanding]?: Run['kind'] } = {
  'begins an undo': 'undo',
  'begins an import': 'import',
  'begins a bulk': 'bulk',
  'begins a proposal': 'proposal',
};
const ENDS: readonly EventStanding[] = ['ends an import', 'ends a bulk'];
const ONE_RUN = { undo: 'one undo', import: 'one import', bulk: 'one bulk', proposal: 'one proposal' } as const;

/** The events that no import leads to, and those that only one leads to. */
const NOT_OF_IMPORT: readonly EventStanding[] = [
  'not in an import',
  'only in an undo',
  'ends any command',
  'ends a bulk',
];
const ONLY_OF_IMPORT: readonly EventStanding[] = ['only in an import', 'ends an import'];
/** The events that a bulk leads to. */
const OF_BULK: readonly EventType[] = [
  'TransactionChanged',
  'TransactionDeleted',
  'TransferChanged',
  'TransferDeleted',
  'BudgetMoved',
  'CategoryRemoved',
];

/**
 * The events of an undo, an import or a bulk follow one another, as many as it says. A reset ends it, and a cut an
 * import or a bulk.
 */
function follow(application: Application, type: EventType, standing: EventStanding): void {
  const { ledger, commandId, isUndo, isImport, isBulk, isProposal } = application;
  if (standing === 'only in an undo' && !isUndo) application.must(type, 'in an undo', null);
  if (ONLY_OF_IMPORT.includes(standing) && !isImport) application.must(type, 'in an import', null);
  if (isImport && NOT_OF_IMPORT.includes(standing)) application.must(type, 'not in an import', 'in an import');
  if (standing === 'ends a bulk' && !isBulk && !isProposal) application.must(type, 'in a bulk', null);
  const isAboutBulk = begun(standing) !== null || ENDS.includes(standing);
  if (isBulk && !isAboutBulk && !OF_BULK.includes(type)) application.must(type, 'not in a bulk', 'in a bulk');
  const { run } = ledger;
  if (!run) return;
  const command = `change-set ${commandId}`;
  if (run.changeSetId !== commandId) {
    if (run.left > 0 && standing !== 'ends any command') application.must('change-set', run.changeSetId, commandId);
  } else if (begun(standing)) application.must(command, ONE_RUN[run.kind], 'another');
  else if (run.left === 0) application.must(command, 'no event after its last', type);
  else if (!ENDS.includes(standing)) {
    run.left -= 1;
    application.touch('unfinished');
  }
}

/** Keeps the event's row, and the latest instant of recording. */
function remember<Type extends EventType>(application: Application, event: LedgerEvent<Type>): void {
  const { ledger, revision, commandId: changeSetId, recordedAt } = application;
  const { type, data } = event;
  ledger.events.set(revision, { entityId: auditedEntity(event), changeSetId, recordedAt, type, data: canonical(data) });
  const recordedAtMs = toMilliseconds(recordedAt);
  if (ledger.knownAt !== null && recordedAtMs <= ledger.knownAt) return;
  ledger.knownAt = recordedAtMs;
  application.touch('known_at');
}

/** Keeps the ledger at the end of a block. Accounts and goals are replaced on change, so copies of the maps suffice. */
function keepAtEndOfBlock({ ledger, revision }: Application): void {
  if ((revision + 1n) % BLOCK_REVISIONS !== 0n) return;
  const [accounts, goals] = [new Map(ledger.accounts), new Map(ledger.goals)];
  ledger.pastLedgers.set(revision, { columns: ledgerColumns(ledger), accounts, goals });
}
