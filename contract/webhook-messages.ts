import { WEBHOOK_URL_MAX } from './limits.ts';

/** Validation messages of webhooks (product 8.1), which no screen says before it is asked for them. */
export const webhookMessages = {
  urlTooLong: `An address can't be longer than ${WEBHOOK_URL_MAX.toLocaleString('en-US')} characters`,
  urlWrong: 'A webhook needs an https: address without a name and a password in it',
  urlPrivate: 'This address is of this machine or of a private network, which gets no webhooks here',
  whatRequired: 'Choose changes, due occurrences, or both',
} as const;
