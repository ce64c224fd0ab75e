import type { CheckoutChange, CheckoutJournal, DueEvent, IdempotentAnswer } from './journal.ts';
import { newId, presentSession, type StripeSession } from './session.ts';

const DAY_S = 24 * 60 * 60;

/** The API version that events are written in. */
export const API_VERSION = '2026-10-28.endive';

export type SessionsOptions = {
  journal: CheckoutJournal;
  /** The present time, as a Unix time in seconds. */
  now(): number;
  /** The origin of the checkout pages. */
  origin(): string;
  /** Called with each event when it is on disk. */
  deliver(event: DueEvent): void;
};

/** All checkout sessions. Each change is on disk before it is answered or delivered. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #sessions = new Map<string, StripeSession>();
  readonly #answers = new Map<string, IdempotentAnswer>();

  constructor(options: SessionsOptions, changes: readonly CheckoutChange[]) {
    this.#options = options;
    for (const change of changes) {
      if (change.kind === 'session') this.#sessions.set(change.session.id, change.session);
      if (change.kind === 'answer') this.#answers.set(change.answer.key, change.answer);
    }
  }

  /** Gives the session with this id, expired if its time is over; null for an unknown id. */
  async find(id: string): Promise<StripeSession | null> {
    const session = this.#sessions.get(id);
    if (session?.status !== 'open' || session.expiresAt > this.#options.now()) return session ?? null;
    return await this.expire(session);
  }

  /** Stores a new session, with the idempotency key of its request if it has one. */
  async add(session: StripeSession, idempotency: { key: string; request: string } | null): Promise<void> {
    this.#sessions.set(session.id, session);
    const changes: CheckoutChange[] = [{ kind: 'session', session }];
    if (idempotency) {
      const answer = { ...idempotency, sessionId: session.id, created: this.#options.now() };
      this.#answers.set(answer.key, answer);
      changes.push({ kind: 'answer', answer });
    }
    await this.#options.journal.append(changes);
  }

  /** The stored answer for an idempotency key, of the last 24 hours. */
  answerTo(key: string): IdempotentAnswer | null {
    const answer = this.#answers.get(key);
    return answer && answer.created + DAY_S > this.#options.now() ? answer : null;
  }

  /** Completes an open session with a payment; any other session stays unchanged. Gives the session afterwards. */
  async pay(session: StripeSession): Promise<StripeSession> {
    const paid = { ...session, status: 'complete', paymentIntent: newId('pi') } as const;
    return await this.#close(session.id, paid, 'checkout.session.completed');
  }

  /** Expires an open session; any other session stays unchanged. Gives the session afterwards. */
  async expire(session: StripeSession): Promise<StripeSession> {
    return await this.#close(session.id, { ...session, status: 'expired' }, 'checkout.session.expired');
  }

  /** Expires every session whose time is over. */
  async expireDue(): Promise<void> {
    for (const id of this.#sessions.keys()) await this.find(id);
  }

  async #close(id: string, closed: StripeSession, type: string): Promise<StripeSession> {
    const present = this.#sessions.get(id);
    if (present?.status !== 'open') return present ?? closed;
    // Changed before the first await, so that only the first of two concurrent calls closes it.
    this.#sessions.set(id, closed);
    const event = this.#eventOf(type, closed);
    try {
      await this.#options.journal.append([
        { kind: 'session', session: closed },
        { kind: 'event', event },
      ]);
    } catch (error) {
      this.#sessions.set(id, present);
      throw error;
    }
    this.#options.deliver(event);
    return closed;
  }

  #eventOf(type: string, session: StripeSession): DueEvent {
    const id = newId('evt');
    const created = this.#options.now();
    const event = {
      id,
      object: 'event',
      api_version: API_VERSION,
      created,
      data: { object: presentSession(session, this.#options.origin()) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    };
    return { id, created, body: JSON.stringify(event, null, 2) };
  }
}
