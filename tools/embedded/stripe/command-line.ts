import { parseArgs } from 'node:util';
import type { StripePrice } from './calls/prices.ts';

export const STRIPE_USAGE = `A stand-in for Stripe: the few calls Daybook makes, a checkout page for test cards, and \
signed webhooks.

  --port N              port, on 127.0.0.1 (12111, or any free port where that is taken)
  --data DIR            folder of its sessions (.daybook/stripe)
  --key KEY             secret key of requests (STRIPE_SECRET_KEY)
  --webhook-secret KEY  key that signs webhooks (STRIPE_WEBHOOK_SECRET)
  --webhook-url URL     URL that webhooks are sent to (http://127.0.0.1:3000/api/v1/pay/webhook)
  --price ID=999:usd:Name  a price, in the currency's smallest unit; may be repeated
  --help                this text`;

export type StripeCommandLine = {
  /** Undefined for the default port, or any free one where that is taken. */
  port: number | undefined;
  data: string;
  key: string;
  webhookSecret: string;
  webhookUrl: string;
  prices: StripePrice[];
  help: boolean;
};

/**
 * Parses the options. Secrets may come from environment variables, which other users of the machine can't read, unlike
 * options. Throws an Error for the user where an option is unknown, missing or invalid.
 */
export function parseStripeCommandLine(args: readonly string[], env: NodeJS.ProcessEnv): StripeCommandLine {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      data: { type: 'string', default: '.daybook/stripe' },
      key: { type: 'string', default: env.STRIPE_SECRET_KEY ?? '' },
      'webhook-secret': { type: 'string', default: env.STRIPE_WEBHOOK_SECRET ?? '' },
      'webhook-url': { type: 'string', default: 'http://127.0.0.1:3000/api/v1/pay/webhook' },
      price: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  const { port, data, key, price, help } = values;
  const webhookSecret = values['webhook-secret'];
  if (port !== undefined && (!/^\d+$/.test(port) || Number(port) > 65_535)) {
    throw new Error(`--port takes a number up to 65535, not '${port}'.`);
  }
  if (!help && (key === '' || webhookSecret === '')) throw new Error('--key and --webhook-secret are needed.');
  if (!URL.canParse(values['webhook-url'])) throw new Error('--webhook-url takes an address.');
  return {
    port: port === undefined ? undefined : Number(port),
    data,
    key,
    webhookSecret,
    webhookUrl: values['webhook-url'],
    prices: price.map(readPrice),
    help,
  };
}

function readPrice(text: string): StripePrice {
  const [, id = '', amount = '', currency = '', name = ''] = /^([^=]+)=(\d+):([a-z]{3}):(.+)$/.exec(text) ?? [];
  if (id === '') throw new Error(`--price takes something like price_1=999:usd:Name, not '${text}'.`);
  return { id, unitAmount: Number(amount), currency, name };
}
