import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { currencyInput } from '../../contract/account.ts';
import { messages } from '../../contract/messages.ts';

/** What stands in the form; the empty text while nothing is chosen. */
export type FormValues = { newCurrency: string };
/** What it sends. */
export type FormOutput = z.output<typeof currencyInput>;

/** What the form may send, by the currency stored before. */
export function currencySchema(before: string) {
  return currencyInput.refine(({ newCurrency }) => newCurrency !== before, {
    error: messages.nothingChanged,
    path: ['newCurrency'],
  });
}

/** Checks the field by it. */
export function resolverFor(before: string): Resolver<FormValues, unknown, FormOutput> {
  // A field holds a text where the schema wants one of the symbols: finding that out is what the resolver is for.
  return zodResolver(currencySchema(before)) as unknown as Resolver<FormValues, unknown, FormOutput>;
}
