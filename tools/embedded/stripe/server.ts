import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import type { StripePrice } from './calls/prices.ts';
import { apiRoutes } from './calls/routes.ts';
import { CheckoutJournal } from './checkout/journal.ts';
import { Sessions } from './checkout/sessions.ts';
import { pageRoutes } from './page/routes.ts';
import { Deliveries } from './webhooks/deliveries.ts';

/** The time between checks of sessions for expiry. */
const EXPIRY_INTERVAL_MS = 10_000;

export type StripeOptions = {
  /** 0 for any free port. */
  port: number;
  /** The folder of sessions and undelivered events, created where it is missing. */
  data: string;
  /** The secret key that requests must have. */
  key: string;
  webhookSecret: string;
  /** The URL that events are sent to. */
  webhookUrl: string;
  /** Prices that requests can refer to by id. */
  prices?: readonly StripePrice[];
  /** The wait before the second attempt to send an event (1000); it doubles with each attempt. */
  firstRetryMs?: number;
  /** The clock. */
  now?(): Date;
  log?(line: string): void;
};

export type RunningStripe = {
  /** The value for STRIPE_API_BASE. */
  url: string;
  port: number;
  /** Finishes the current requests and closes. Undelivered events are sent after the next start. */
  stop(): Promise<void>;
};

/**
 * Starts a server on 127.0.0.1 with the calls of Stripe's API that Daybook uses, a checkout page and webhooks. Throws
 * where NODE_ENV is production, and where the port is taken.
 */
export async function startStripeServer(options: StripeOptions): Promise<RunningStripe> {
  if (process.env.NODE_ENV === 'production') {
    throw new Error('The stand-in for Stripe takes no real payments and does not run in production (NODE_ENV).');
  }
  const { data, key, webhookSecret, webhookUrl, prices = [], firstRetryMs = 1_000, log = () => undefined } = options;
  const clock = options.now ?? (() => new Date());
  const now = () => Math.floor(clock().getTime() / 1000);
  let url = '';
  const origin = () => url;

  const { journal, changes } = await CheckoutJournal.open(data, log);
  const deliveries = new Deliveries({ journal, url: webhookUrl, secret: webhookSecret, firstRetryMs, now, log });
  const sessions = new Sessions({ journal, now, origin, deliver: (event) => deliveries.deliver(event) }, changes);
  const app = new Koa();
  app.use(apiRoutes({ sessions, prices, key, now, origin }));
  app.use(pageRoutes(sessions, now));
  app.on('error', (error: Error) => log(`A request could not be answered: ${error.message}`));

  const server = createServer(app.callback());
  server.listen(options.port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    await journal.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  deliveries.resume(changes);
  const sweep = setInterval(() => sessions.expireDue().catch((error: Error) => log(error.message)), EXPIRY_INTERVAL_MS);

  return {
    url,
    port,
    stop: async () => {
      clearInterval(sweep);
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await deliveries.stop();
      await closed;
      await journal.close();
    },
  };
}
