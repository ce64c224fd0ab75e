import type { RecordedEvent } from '../../ledger/events.ts';
import type { Finding } from './finding.ts';
import { toMicroseconds } from './instants.ts';
import type { StoredRow, StoredRows } from './stored-rows.ts';

type Command = {
  inputHash: string;
  /** Of the last event it led to. */
  revision: bigint;
  /** The earliest instant any of its events names, in milliseconds: samples are backdated. */
  since: number;
  /** The instant its last event names. */
  recordedAt: string;
  /** Whether the rows must have had it: between an event at fault and the next reset nobody knows. */
  isCertain: boolean;
};
type Difference = Pick<Finding, 'field' | 'expected' | 'found' | 'revision'>;

/** For so long a command id stands for the same command, in milliseconds (product 2.1). */
const REMEMBERED = 30 * 24 * 60 * 60 * 1000;

/**
 * The commands that one ledger's events came from. Each has to be remembered for thirty days, with its input and the
 * last event it led to, or it could have its effect a second time (product 7.4).
 */
export class Commands {
  readonly #known = new Map<string, Command>();
  readonly #resets = new Set<string>();
  #first: bigint | null = null;

  /**
   * Notes which command an event came from, and whether the rows must have had it. Gives what shows that an id was taken
   * for two commands: another input, or an effect that others came in between of. A reset may come in several appends.
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
    if (!before || at - before.since >= REMEMBERED || this.#resets.has(commandId)) return [];
    const field = `command ${commandId}`;
    if (before.inputHash !== inputHash) {
      return [{ field: `${field}.input_hash`, expected: before.inputHash, found: inputHash, revision }];
    }
    if (before.revision + 1n === revision) return [];
    return [{ field, expected: `one effect, up to revision ${before.revision}`, found: 'another', revision }];
  }

  /** Compares them with those that are remembered. What came of events that were truncated can't be known. */
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
