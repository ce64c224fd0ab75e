import { createHash } from 'node:crypto';
import { SEAL_FORM, SEALED_BITS } from '../model/constants.ts';

/** An event as the event store has it: its type, and the bytes of its data and metadata, of whatever version. */
export type StoredEvent = { type: string; data: Uint8Array; metadata: Uint8Array };

/** A stored event with its revision in the stream, from 0. */
export type ChainedEvent = StoredEvent & { revision: bigint };

/**
 * A ledger's hash chain up to some event: the number of events (`entries`) and the SHA-256 that stands for all of them.
 * `reset` is the last `LedgerReset` among them, unless that is the first event: `madeAt` is ISO 8601, null if it
 * can't be read.
 */
export type SealChain = {
  ledgerId: string;
  entries: number;
  head: Uint8Array;
  reset: { revision: number; madeAt: string | null } | null;
};

/** The chain before a `LedgerReset`, as that carries it: the number of events, and the head as 64 hex digits. */
export type Before = { entries: number; head: string };

/** A seal: the number of events, and the 20 characters that stand for the first 100 bits of the head. */
export type Seal = { entries: number; code: string };

/** Crockford's base32: without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS_PER_CHARACTER = 5;
const GROUP_CHARACTERS = 5;
const CODE_CHARACTERS = SEALED_BITS / BITS_PER_CHARACTER;

/** The head of a ledger without events: 32 bytes, the SHA-256 of the ledger's id (product 5.12, docs/seal.md). */
export function begin(ledgerId: string): Uint8Array {
  return hashOf(Buffer.from(ledgerId));
}

/** The head after one more event: 32 bytes, the SHA-256 of the head before it, its type, its data and its metadata. */
export function next(head: Uint8Array, { type, data, metadata }: StoredEvent): Uint8Array {
  return hashOf(head, Buffer.from(type), data, metadata);
}

/** The chain of a ledger before its first event. */
export function sealChain(ledgerId: string): SealChain {
  return { ledgerId, entries: 0, head: begin(ledgerId), reset: null };
}

/**
 * The chain after one more event, read oldest first. A `LedgerReset` goes on from the head that it names, since the
 * events before it may be gone; it begins anew where it names none, or another number of events than are before it.
 */
export function extendedSeal({ ledgerId, head, reset }: SealChain, event: ChainedEvent): SealChain {
  const revision = Number(event.revision);
  const entries = revision + 1;
  if (event.type !== 'LedgerReset') return { ledgerId, entries, head: next(head, event), reset };
  const { before, madeAt } = read<{ before?: Before; madeAt?: string }>(event.data);
  const isBefore = before?.entries === revision && /^[0-9a-f]{64}$/.test(before.head);
  const from = isBefore ? Buffer.from(before.head, 'hex') : begin(ledgerId);
  const { recordedAt = null } = read<{ recordedAt?: string }>(event.metadata);
  return {
    ledgerId,
    entries,
    head: next(from, event),
    reset: revision === 0 ? reset : { revision, madeAt: madeAt ?? recordedAt },
  };
}

/** The chain as a `LedgerReset` after it carries it. */
export function beforeReset({ entries, head }: SealChain): Before {
  return { entries, head: Buffer.from(head).toString('hex') };
}

/** The seal of a number of events and their head, as `312-8XK2M-0QZ7T-1VN4D-RJ5CP`. */
export function sealOf(entries: number, head: Uint8Array): string {
  return `${entries}-${sealCode(head)
    .match(new RegExp(`.{${GROUP_CHARACTERS}}`, 'g'))
    ?.join('-')}`;
}

/** The 20 characters of a seal for a head. */
export function sealCode(head: Uint8Array): string {
  let bits = BigInt(`0x${Buffer.from(head).toString('hex')}`) >> BigInt(head.length * 8 - SEALED_BITS);
  let code = '';
  for (let count = 0; count < CODE_CHARACTERS; count += 1) {
    code = ALPHABET[Number(bits % BigInt(ALPHABET.length))] + code;
    bits /= BigInt(ALPHABET.length);
  }
  return code;
}

/**
 * Reads a seal as it is typed in: case, spaces and hyphens don't count, I and L are read as 1 and O as 0. Null for text
 * of another form.
 */
export function parseSeal(text: string): Seal | null {
  if (!SEAL_FORM.test(text)) return null;
  const characters = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0');
  return {
    entries: Number(characters.slice(0, -CODE_CHARACTERS)),
    code: characters.slice(-CODE_CHARACTERS),
  };
}

/** The SHA-256 of parts, each with its length before it, so that no byte can move from one to the next. */
function hashOf(...parts: Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) {
    const length = Buffer.alloc(8);
    length.writeBigUInt64BE(BigInt(part.length));
    hash.update(length).update(part);
  }
  return hash.digest();
}

/** The object in JSON bytes; empty where they hold none. */
function read<Fields extends object>(bytes: Uint8Array): Fields {
  try {
    return JSON.parse(Buffer.from(bytes).toString()) ?? {};
  } catch {
    return {} as Fields;
  }
}
