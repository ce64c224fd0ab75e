import { canonical } from '#audit/model/canonical.ts';
import type { LedgerSeal, SealCheck } from '#contract/ledger-calls.ts';
import type { EventLog } from '#event-log/event-log.ts';
import type { LoggedEvent } from '#event-log/logged-event.ts';
import { decodeEvent, UnreadableEvent } from '#ledger/log/codec.ts';
import {
  type ChainedEvent,
  extendedSeal,
  type Seal,
  type SealChain,
  sealChain,
  sealCode,
  sealOf,
} from '#ledger/log/seal.ts';
import { eventsBetween } from '#projections/queries/events.ts';
import type { StoredEventRow } from '#projections/tables/events.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';

/**
 * Reads a ledger's entries as stored, up to a revision where it is named, and gives their chain. `onEntry` is called
 * with the chain before the first entry, and after each, with that entry. Throws LogUnavailable.
 */
export async function readChain(
  log: EventLog,
  ledgerId: string,
  upTo: bigint | null = null,
  onEntry = (_chain: SealChain, _entry?: ChainedEvent) => {},
): Promise<SealChain> {
  let chain = sealChain(ledgerId);
  onEntry(chain);
  for await (const entry of log.readRawAfter(ledgerId, -1n)) {
    if (upTo !== null && entry.revision > upTo) break;
    chain = extendedSeal(chain, entry);
    onEntry(chain, entry);
  }
  return chain;
}

/** The seal of a ledger as it is now. Throws LogUnavailable. */
export async function readLedgerSeal({ log }: JobServices, { ledgerId }: { ledgerId: string }): Promise<LedgerSeal> {
  const { entries, head } = await readChain(log, ledgerId);
  return {
    seal: sealOf(entries, head),
    revision: entries === 0 ? null : entries - 1,
    head: Buffer.from(head).toString('hex'),
  };
}

/**
 * Checks a seal against the ledger as it is now, and says why it doesn't hold (product 5.12). Throws LogUnavailable.
 */
export async function checkSeal(
  { database, log }: JobServices,
  { ledgerId, seal }: { ledgerId: string; seal: Seal },
): Promise<SealCheck> {
  let code: string | null = null;
  const { entries, reset } = await readChain(log, ledgerId, null, (chain) => {
    if (chain.entries === seal.entries) code = sealCode(chain.head);
  });
  if (reset && seal.entries <= reset.revision) return { holds: false, reason: begunAnew(reset.madeAt) };
  if (seal.entries > entries) return { holds: false, reason: 'The ledger has fewer entries' };
  if (code === seal.code) return { holds: true, reason: null };
  const changed = await firstChanged({ database, log }, ledgerId, BigInt(reset?.revision ?? 0), BigInt(seal.entries));
  return { holds: false, reason: changed === null ? 'Not of this ledger' : `Entry ${changed} is not what it was` };
}

export const LEDGER_SEAL_JOB = jobOf(readLedgerSeal, import.meta.url, 'check');
export const SEAL_CHECK_JOB = jobOf(checkSeal, import.meta.url, 'check');

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

function begunAnew(madeAt: string | null): string {
  const time = madeAt === null ? Number.NaN : Date.parse(madeAt);
  return `The ledger was begun anew${Number.isNaN(time) ? '' : ` on ${longDay.format(time)}`}`;
}

/**
 * The revision of the first entry, from `since` and below `below`, that the log has otherwise than the read model; null
 * if they agree, as they do when the read model was built anew.
 */
async function firstChanged(
  { database, log }: Omit<JobServices, 'disk'>,
  ledgerId: string,
  since: bigint,
  below: bigint,
): Promise<bigint | null> {
  const logged = log.readAfter(ledgerId, since - 1n)[Symbol.asyncIterator]();
  try {
    for await (const row of eventsBetween(database, ledgerId, since, below)) {
      const { value, done } = await logged.next();
      if (done || !isOf(row, value)) return row.revision;
    }
    return null;
  } finally {
    await logged.return?.();
  }
}

/** Whether a row equals the row that the worker makes from an event. */
function isOf(row: StoredEventRow, logged: LoggedEvent): boolean {
  try {
    const { event, metadata } = decodeEvent(logged);
    return (
      row.revision === logged.revision &&
      row.type === event.type &&
      row.changeSetId === metadata.commandId &&
      Date.parse(row.recordedAt) === Date.parse(metadata.recordedAt) &&
      canonical(row.data) === canonical(event.data)
    );
  } catch (error) {
    if (error instanceof UnreadableEvent) return false;
    throw error;
  }
}
