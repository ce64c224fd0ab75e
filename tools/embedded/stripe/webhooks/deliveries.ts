import { setTimeout as pause } from 'node:timers/promises';
import type { CheckoutChange, CheckoutJournal, DueEvent } from '../checkout/journal.ts';
import { signatureOf } from './signature.ts';

const ANSWER_TIMEOUT_MS = 10_000;
/** The longest wait between two attempts. */
const RETRY_WAIT_MS_MAX = 60 * 60 * 1_000;
/** An event is dropped after three days, as by Stripe. */
const GIVE_UP_AFTER_S = 3 * 24 * 60 * 60;

export type DeliveryOptions = {
  journal: CheckoutJournal;
  url: string;
  secret: string;
  /** The wait before the second attempt; it doubles with each attempt. */
  firstRetryMs: number;
  /** The present time, as a Unix time in seconds. */
  now(): number;
  log(line: string): void;
};

/** Delivers events to one webhook URL, each repeatedly until it is answered with a 2xx. */
export class Deliveries {
  readonly #options: DeliveryOptions;
  readonly #stopping = new AbortController();
  readonly #pending = new Set<Promise<void>>();

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Delivers the events of the journal that were not delivered before. */
  resume(changes: readonly CheckoutChange[]): void {
    const done = new Set(changes.map((change) => (change.kind === 'done' ? change.eventId : null)));
    for (const change of changes) if (change.kind === 'event' && !done.has(change.event.id)) this.deliver(change.event);
  }

  /** Starts to deliver an event. */
  deliver(event: DueEvent): void {
    const delivering = this.#untilAnswered(event).catch((error: Error) => {
      if (!this.#stopping.signal.aborted) this.#options.log(`Event ${event.id} was not delivered: ${error.message}`);
    });
    this.#pending.add(delivering);
    delivering.finally(() => this.#pending.delete(delivering));
  }

  /** Waits for pending answers and makes no more attempts; the next start delivers the rest. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#pending);
  }

  async #untilAnswered(event: DueEvent): Promise<void> {
    const { journal, firstRetryMs, now, log } = this.#options;
    for (let wait = firstRetryMs; ; wait = Math.min(wait * 2, RETRY_WAIT_MS_MAX)) {
      const refusal = await this.#send(event);
      if (refusal === null || now() > event.created + GIVE_UP_AFTER_S) {
        await journal.append([{ kind: 'done', eventId: event.id }]);
        return;
      }
      this.#stopping.signal.throwIfAborted();
      log(`Event ${event.id} was not taken (${refusal}) and is sent again in ${wait} ms.`);
      await pause(wait, undefined, { signal: this.#stopping.signal });
    }
  }

  /** Sends an event once. Gives null if it was accepted, else the reason why not. */
  async #send({ body }: DueEvent): Promise<string | null> {
    const { url, secret } = this.#options;
    try {
      const response = await fetch(url, {
        method: 'POST',
        // Signed at each attempt: receivers refuse old signatures.
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
