import { deserialize, serialize } from 'node:v8';
import type { ImportStep } from '#ledger/import-file.ts';

/** Steps that are packed at once: to pack all of 100,000 takes twice their memory. */
const PACKED_STEPS = 2_000;

/** Steps in pieces, as `unpackSteps` reads them. */
export function packSteps(steps: readonly ImportStep[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < steps.length; at += PACKED_STEPS) pieces.push(serialize(steps.slice(at, at + PACKED_STEPS)));
  return pieces;
}

/** The steps of a planned import. */
export function unpackSteps(packed: readonly Uint8Array[]): ImportStep[] {
  return packed.flatMap((piece): ImportStep[] => deserialize(piece));
}
