import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { currencyInput } from '#contract/user-calls.ts';
import { field } from '../../ui/form-schema.ts';

const schema = currencyInput.extend({ newCurrency: field(z.string(), currencyInput.shape.newCurrency) });

/** Schema of the form, where the empty string means that nothing is selected. Refuses the `current` currency symbol. */
export function currencySchema(current: string) {
  return schema.refine(({ newCurrency }) => newCurrency !== current, {
    error: messages.nothingChanged,
    path: ['newCurrency'],
  });
}
