import { setTimeout as pause } from 'node:timers/promises';
import type { DueEvent, Entry, Journal } from '../checkout/journal.ts';
import { signatureOf } from './signature.ts';

/** How long an answer is waited for, in milliseconds. */
const ANSWER_TIMEOUT_MS = 10_000;
/** The longest wait between two tries, in milliseconds. */
const LONGEST = 60 * 60 * 1_000;
/** How long an event is tried, in seconds: three days, as Stripe does. */
const GIVE_UP_AFTER = 3 * 24 * 60 * 60;

/** Where events go and how. */
export type DeliveryOptions = {
  journal: Journal;
  url: string;
  secret: string;
  /** The wait before the second try, in milliseconds; it doubles with each. */
  firstRetry: number;
  /** The present, as a Unix time in seconds. */
  now(): number;
  log(line: string): void;
};

/** Delivers events to one webhook address, each again and again until it is answered with a 2xx. */
export class Deliveries {
  readonly #options: DeliveryOptions;
  readonly #stopping = new AbortController();
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Goes on with what was due when the program ended. */
  resume(entries: readonly Entry[]): void {
    const done = new Set(entries.map((entry) => (entry.kind === 'done' ? entry.eventId : null)));
    for (const entry of entries) if (entry.kind === 'event' && !done.has(entry.event.id)) this.deliver(entry.event);
  }

  /** Begins to deliver an event. */
  deliver(event: DueEvent): void {
    const delivering = this.#untilAnswered(event).catch((error: Error) => {
      if (!this.#stopping.signal.aborted) this.#options.log(`Event ${event.id} was not delivered: ${error.message}`);
    });
    this.#underWay.add(delivering);
    delivering.finally(() => this.#underWay.delete(delivering));
  }

  /** Waits for answers that are under way and tries no more; what is still due is delivered after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#underWay);
  }

  async #untilAnswered(event: DueEvent): Promise<void> {
    const { journal, firstRetry, now, log } = this.#options;
    for (let wait = firstRetry; ; wait = Math.min(wait * 2, LONGEST)) {
      const refusal = await this.#send(event);
      if (refusal === null || now() > event.created + GIVE_UP_AFTER) {
        await journal.append([{ kind: 'done', eventId: event.id }]);
        return;
      }
      this.#stopping.signal.throwIfAborted();
      log(`Event ${event.id} was not taken (${refusal}) and is sent again in ${wait} ms.`);
      await pause(wait, undefined, { signal: this.#stopping.signal });
    }
  }

  /** Sends an event once. Gives null where it was taken, else why it wasn't. */
  async #send({ body }: DueEvent): Promise<string | null> {
    const { url, secret } = this.#options;
    try {
      const response = await fetch(url, {
        method: 'POST',
        // Signed anew each time: a receiver refuses a signature that is old.
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'User-Agent': 'Stripe/1.0 (stand-in)',
          'Stripe-Signature': signatureOf(body, secret, Math.floor(Date.now() / 1000)),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      await response.body?.cancel();
      return response.ok ? null : `status ${response.status}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}
