import { z } from 'zod';
import { parseAmount } from './money.ts';

/**
 * Schema of a field of a form: what it `holds`, such as any text, and what the call takes of it, such as an
 * enumeration. The types of the form's values follow from the first, those of the validated values from the second.
 */
export function field<Held extends z.ZodType, Taken extends z.ZodType>(holds: Held, takes: Taken) {
  return holds.transform((value): unknown => value).pipe(takes);
}

/** Schema of what a field of an amount holds: the typed text, or what `parseAmount` has made of it. */
export const typedAmount = z.union([z.string(), z.number(), z.nan()]).optional().transform(parseAmount);
