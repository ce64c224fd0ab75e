import type { LedgerSeal, SealCheck } from '#contract/ledger-calls.ts';

/** Describes what a seal covers, as a sentence. */
export function sealText({ revision }: Pick<LedgerSeal, 'revision'>): string {
  if (revision === null) return 'It stands for a ledger without entries.';
  const entries = revision === 0 ? 'one entry' : `all ${(revision + 1).toLocaleString('en-US')} entries`;
  return `It stands for ${entries}. Keep it elsewhere, and you can tell later whether they are what they were.`;
}

/** The answer to a seal that was checked, as a sentence. */
export function sealCheckText({ holds, reason }: SealCheck): string {
  return holds ? 'It matches: the entries are what they were.' : `It doesn't match. ${reason}.`;
}
