import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { messages } from '../../../contract/messages.ts';
import { currencyInput } from '../../../contract/user-calls.ts';

/** Values of the form; the empty string means that nothing is selected. */
export type FormValues = { newCurrency: string };
export type FormOutput = z.output<typeof currencyInput>;

/** Schema of the form. Refuses the `current` currency symbol. */
export function currencySchema(current: string) {
  return currencyInput.refine(({ newCurrency }) => newCurrency !== current, {
    error: messages.nothingChanged,
    path: ['newCurrency'],
  });
}

/** Resolver of the form for the `current` currency symbol. */
export function resolverFor(current: string): Resolver<FormValues, unknown, FormOutput> {
  // The cast is needed because the field holds any string where the schema accepts an enumeration.
  return zodResolver(currencySchema(current)) as unknown as Resolver<FormValues, unknown, FormOutput>;
}
