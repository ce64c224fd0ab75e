import type { RecordedEvent } from '../../ledger/events.ts';
import { COMMAND_ID_DAYS } from '../../ledger/model/constants.ts';
import type { Finding } from './finding.ts';
import { toMicroseconds } from './instants.ts';
import type { StoredRow, StoredRows } from './stored-rows.ts';

type Command = {
  inputHash: string;
  /** The revision of its last event. */
  revision: bigint;
  /** The earliest `recordedAt` of its events, in milliseconds since 1970: those of samples lie in the past. */
  since: number;
  /** `recordedAt` of its last event. */
  recordedAt: string;
  /** Whether the rows must have it: unknown from a faulty event up to the next reset. */
  isCertain: boolean;
};
type Difference = Pick<Finding, 'field' | 'expected' | 'found' | 'revision'>;

/** How long a command id is remembered (product 2.1). */
const REMEMBERED_MS = COMMAND_ID_DAYS * 24 * 60 * 60 * 1000;

/**
 * The commands of one ledger, from the metadata of its events. The rows must hold each for 30 days, with its input hash and
 * the revision of its last event, or it could have its effect a second time (product 7.4).
 */
export class Commands {
  readonly #known = new Map<string, Command>();
  readonly #resets = new Set<string>();
  #first: bigint | null = null;

  /**
   * Adds the command of an event. Gives a difference where its id was used for two commands: with another input hash, or
   * with events of other commands between its own. A reset may take several appends.
   */
  take(
    { event, metadata }: Pick<RecordedEvent, 'event' | 'metadata'>,
    revision: bigint,
    isCertain: boolean,
  ): Difference[] {
    const { commandId, inputHash, recordedAt } = metadata;
    this.#first ??= revision;
    if (event.type === 'LedgerReset') this.#resets.add(commandId);
    const before = this.#known.get(commandId);
    const at = Date.parse(recordedAt);
    this.#known.set(commandId, {
      inputHash,
      revision,
      since: Math.min(before?.since ?? Number.POSITIVE_INFINITY, at),
      recordedAt,
      isCertain,
    });
    if (!before || at - before.since >= REMEMBERED_MS || this.#resets.has(commandId)) return [];
    const field = `command ${commandId}`;
    if (before.inputHash !== inputHash) {
      return [{ field: `${field}.input_hash`, expected: before.inputHash, found: inputHash, revision }];
    }
    if (before.revision + 1n === revision) return [];
    return [{ field, expected: `one effect, up to revision ${before.revision}`, found: 'another', revision }];
  }

  /** Compares them with the rows. Commands of truncated events are not compared. */
  compare({ commands, rememberedSince }: StoredRows): Difference[] {
    const differences: Difference[] = [];
    const left = new Map(this.#known);
    for (const row of commands) {
      const name = row.command_id ?? '';
      const found = BigInt(row.revision ?? -1);
      const command = left.get(name);
      left.delete(name);
      if (command) differences.push(...unlike(name, command, row, found));
      else if (this.#first !== null && (this.#first === 0n || found >= this.#first)) {
        differences.push({ field: `command ${name}`, expected: null, found: `revision ${found}`, revision: found });
      }
    }
    for (const [name, { revision, since, isCertain }] of left) {
      if (!isCertain || since < Date.parse(rememberedSince)) continue;
      differences.push({ field: `command ${name}`, expected: `revision ${revision}`, found: null, revision });
    }
    return differences;
  }
}

function unlike(name: string, command: Command, row: StoredRow, found: bigint): Difference[] {
  const { inputHash, revision, isCertain } = command;
  if (!isCertain) return [];
  const recordedAt = toMicroseconds(command.recordedAt);
  const pairs: [field: string, expected: string, found: string | null][] = [
    ['input_hash', inputHash, row.input_hash ?? null],
    ['revision', `${revision}`, `${found}`],
    ['recorded_at', recordedAt, row.recorded_at ?? null],
  ];
  return pairs
    .filter(([, expected, actual]) => expected !== actual)
    .map(([field, expected, actual]) => ({ field: `command ${name}.${field}`, expected, found: actual, revision }));
}
