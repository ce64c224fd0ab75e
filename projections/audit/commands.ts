import type { EventMetadata } from '../../ledger/events.ts';
import type { Finding } from './finding.ts';
import type { StoredRows } from './stored-rows.ts';

type Command = {
  inputHash: string;
  /** Of the last event it led to. */
  revision: bigint;
  /** The earliest instant any of its events names, in milliseconds: samples are backdated. */
  recordedAt: number;
  /** Whether the rows must have had it: between an event at fault and the next reset nobody knows. */
  isCertain: boolean;
};
type Difference = Pick<Finding, 'field' | 'expected' | 'found' | 'revision'>;

/**
 * The commands that one ledger's events came from. Each has to be remembered for thirty days, with its input and the
 * last event it led to, or it could have its effect a second time (design section 2).
 */
export class Commands {
  readonly #known = new Map<string, Command>();
  #first: bigint | null = null;

  /** Notes which command an event came from, and whether the rows must have had it. */
  take(metadata: EventMetadata, revision: bigint, isCertain: boolean): void {
    const { commandId, inputHash } = metadata;
    this.#first ??= revision;
    const before = this.#known.get(commandId)?.recordedAt ?? Number.POSITIVE_INFINITY;
    const recordedAt = Math.min(before, Date.parse(metadata.recordedAt));
    this.#known.set(commandId, { inputHash, revision, recordedAt, isCertain });
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
      if (command) differences.push(...unlike(name, command, row.input_hash ?? null, found));
      else if (this.#first !== null && found >= this.#first) {
        differences.push({ field: `command ${name}`, expected: null, found: `revision ${found}`, revision: found });
      }
    }
    for (const [name, { revision, recordedAt, isCertain }] of left) {
      if (!isCertain || recordedAt < Date.parse(rememberedSince)) continue;
      differences.push({ field: `command ${name}`, expected: `revision ${revision}`, found: null, revision });
    }
    return differences;
  }
}

function unlike(name: string, command: Command, foundHash: string | null, found: bigint): Difference[] {
  const { inputHash, revision, isCertain } = command;
  if (!isCertain) return [];
  const field = `command ${name}`;
  return [
    ...(foundHash === inputHash
      ? []
      : [{ field: `${field}.input_hash`, expected: inputHash, found: foundHash, revision }]),
    ...(found === revision
      ? []
      : [{ field: `${field}.revision`, expected: `${revision}`, found: `${found}`, revision }]),
  ];
}
