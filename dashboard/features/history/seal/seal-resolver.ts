import { zodResolver } from '@hookform/resolvers/zod';
import { checkSealInput } from '#contract/ledger-calls.ts';

/** Validates a seal that is typed in. */
export const sealResolver = zodResolver(checkSealInput);
