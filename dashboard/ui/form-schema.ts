import { z } from 'zod';
import { parseAmount } from './typed-amount.ts';

/**
 * Makes the schema of a form field. `holds` is the schema of the field's raw value, such as any text. `takes` is
 * the schema of the call's value, such as an enumeration. The form's values have the type of `holds`, the validated
 * values have the type of `takes`.
 */
export function field<Held extends z.ZodType, Taken extends z.ZodType>(holds: Held, takes: Taken) {
  return holds.transform((value): unknown => value).pipe(takes);
}

/** Schema of the value of an amount field: the typed text, or the result of `parseAmount`. */
export const typedAmount = z.union([z.string(), z.number(), z.nan()]).optional().transform(parseAmount);
