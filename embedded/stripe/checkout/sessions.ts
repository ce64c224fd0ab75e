import type { DueEvent, Entry, Journal, KeptAnswer } from './journal.ts';
import { newId, presentSession, type Session } from './session.ts';

const DAY = 24 * 60 * 60;

/** The API version that events are written in. */
export const API_VERSION = '2026-10-28.endive';

/** What the sessions need from around them. */
export type SessionsOptions = {
  journal: Journal;
  /** The present, as a Unix time in seconds. */
  now(): number;
  /** Where the checkout pages are served. */
  origin(): string;
  /** Told of each event when it is on the disk. */
  deliver(event: DueEvent): void;
};

/** All checkout sessions: what becomes of each is on the disk before anybody hears of it. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #answers = new Map<string, KeptAnswer>();

  constructor(options: SessionsOptions, entries: readonly Entry[]) {
    this.#options = options;
    for (const entry of entries) {
      if (entry.kind === 'session') this.#sessions.set(entry.session.id, entry.session);
      if (entry.kind === 'answer') this.#answers.set(entry.answer.key, entry.answer);
    }
  }

  /** The session with this id, expired if its time is over. */
  async find(id: string): Promise<Session | null> {
    const session = this.#sessions.get(id);
    if (session?.status !== 'open' || session.expiresAt > this.#options.now()) return session ?? null;
    return await this.expire(session);
  }

  /** Keeps a new session, and under which idempotency key it is given again. */
  async add(session: Session, idempotency: { key: string; request: string } | null): Promise<void> {
    this.#sessions.set(session.id, session);
    const entries: Entry[] = [{ kind: 'session', session }];
    if (idempotency) {
      const answer = { ...idempotency, sessionId: session.id, created: this.#options.now() };
      this.#answers.set(answer.key, answer);
      entries.push({ kind: 'answer', answer });
    }
    await this.#options.journal.append(entries);
  }

  /** The answer that was given under an idempotency key within the last 24 hours. */
  answerTo(key: string): KeptAnswer | null {
    const answer = this.#answers.get(key);
    return answer && answer.created + DAY > this.#options.now() ? answer : null;
  }

  /** Takes the payment of an open session; one that isn't open stays as it is. */
  async pay(session: Session): Promise<Session> {
    const paid = { ...session, status: 'complete', paymentIntent: newId('pi') } as const;
    return await this.#close(session.id, paid, 'checkout.session.completed');
  }

  /** Expires an open session; one that isn't open stays as it is. */
  async expire(session: Session): Promise<Session> {
    return await this.#close(session.id, { ...session, status: 'expired' }, 'checkout.session.expired');
  }

  /** Expires every session whose time is over. */
  async expireDue(): Promise<void> {
    for (const id of this.#sessions.keys()) await this.find(id);
  }

  async #close(id: string, closed: Session, type: string): Promise<Session> {
    const present = this.#sessions.get(id);
    if (present?.status !== 'open') return present ?? closed;
    // Changed before anything is waited for, so that of two at once only the first closes it.
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

  #eventOf(type: string, session: Session): DueEvent {
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
