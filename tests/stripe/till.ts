import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { listen } from '#api/http/listen.ts';
import type { PaymentSettings } from '#api/payments/settings.ts';
import { openLogFile } from '#platform/log.ts';
import { type StripeOptions, startStripeServer } from '#tools/embedded/stripe/server.ts';
import { settled } from '../support/settled.ts';

/** A webhook request as received. */
export type Letter = { body: string; signature: string; event: Stripe.Event };

/** A running stand-in for Stripe, and a receiver that stores its webhooks until a test forwards them. */
export type Till = {
  settings: PaymentSettings;
  /** Stripe's own library, connected to the stand-in. */
  stripe: Stripe;
  /** The received webhooks, oldest first. */
  letters: Letter[];
  /** The status with which the receiver answers webhooks: 200 by default. */
  door: { status: number };
  /** How many ms the stand-in's clock is ahead. */
  clock: { ahead: number };
  /** Waits for the first webhook of a type about a session. */
  letter(type: Stripe.Event['type'], sessionId: string): Promise<Letter>;
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

/** Starts a stand-in on a new folder, and its receiver. */
export async function openTill(options: Partial<StripeOptions> = {}): Promise<Till> {
  const data = await mkdtemp(join(tmpdir(), 'daybook-stripe-'));
  const letters: Letter[] = [];
  const door = { status: 200 };
  const clock = { ahead: 0 };
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray()).toString('utf8');
    letters.push({ body, signature: String(request.headers['stripe-signature']), event: JSON.parse(body) });
    response.writeHead(door.status).end();
  };
  const receiver = await listen(
    (request, response) => void take(request, response),
    0,
    '127.0.0.1',
    openLogFile('till', 'silent'),
  );
  const secrets = { key: 'sk_test_till', webhookSecret: 'whsec_till' };
  let port = 0;
  const startAgain = () =>
    startStripeServer({
      ...secrets,
      port,
      data,
      webhookUrl: `http://127.0.0.1:${receiver.port}/`,
      firstRetryMs: 20,
      now: () => new Date(Date.now() + clock.ahead),
      ...options,
    });
  let running = await startAgain();
  port = running.port;
  const apiBase = new URL(running.url);

  return {
    settings: { secretKey: secrets.key, webhookSecret: secrets.webhookSecret, priceId: null, apiBase },
    stripe: new Stripe(secrets.key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0 }),
    letters,
    door,
    clock,
    letter: async (type, sessionId) => {
      const about = ({ event }: Letter) =>
        event.type === type && 'id' in event.data.object && event.data.object.id === sessionId;
      const [first] = await settled(
        async () => letters.filter(about),
        (found) => found.length > 0,
      );
      return first as Letter;
    },
    stop: () => running.stop(),
    start: async () => {
      running = await startAgain();
    },
    close: async () => {
      await running.stop();
      await receiver.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}
