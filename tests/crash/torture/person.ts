import { setTimeout as pause } from 'node:timers/promises';
import { PROJECTION_LAG } from '../../../contract/addresses.ts';
import type { User } from '../../../contract/user.ts';
import type { Answer } from '../../support/caller.ts';
import { Caller } from '../../support/caller.ts';
import type { Random } from './random.ts';

/** What somebody asked for, under which key, and what they were told in the end. */
export type Asked = { key: string; path: string; told: 'done' | 'refused' | 'unknown' };

type Wish = { path: string; body: Record<string, unknown> };
type Said = Pick<Answer<User & { goal?: { _id: string } }>, 'status' | 'data' | 'headers'>;

/** How long an answer is waited for before it counts as lost, in milliseconds. */
const ANSWER_TIMEOUT_MS = 12_000;

/** Somebody who keeps their books through all that happens, with one call after another under a key of its own. */
export class Person {
  readonly asked: Asked[] = [];
  /** What was answered and shouldn't have been. */
  readonly complaints: string[] = [];
  readonly userId: string;
  readonly #callers: readonly Caller[];
  readonly #random: Random;
  readonly #name: string;
  #transactions: string[] = [];
  #goals: string[] = [];

  /** @param first logged in at the first origin; the same session is used at all of them */
  constructor(first: Caller, origins: readonly string[], random: Random, name: string) {
    this.userId = first.userId;
    this.#callers = origins.map((origin) => Object.assign(new Caller(origin), { cookie: first.cookie }));
    this.#random = random;
    this.#name = name;
  }

  /**
   * Lives until told to stop; what is under way then is still carried through. Now and then the same is wished for on two
   * devices at once, each under a key of its own, so that the ledger has to decide who was first.
   */
  async live(stopped: AbortSignal): Promise<void> {
    for (let count = 0; !stopped.aborted; count += 1) {
      const wish = this.#wish();
      // A balance that is set to what it is already leaves nothing to record.
      const isTwice = this.#random.chance(0.25) && wish.path !== '/users/update-account-balance';
      const keys = isTwice ? [`${count}`, `${count}b`] : [`${count}`];
      await Promise.all(keys.map((key) => this.#carryThrough(wish, `${this.#name}-${key}`, this.#random.fork())));
    }
  }

  async #carryThrough(wish: Wish, key: string, random: Random): Promise<void> {
    const told = await this.#insist(wish, key, random);
    this.asked.push({
      key,
      path: wish.path,
      told: told === null ? 'unknown' : told.status === 200 ? 'done' : 'refused',
    });
    if (told?.status !== 200) return;
    this.#learn(wish, told);
    const isLevel = told.headers.get(PROJECTION_LAG) === null;
    if (isLevel && random.chance(0.3)) await this.#lookAfter(wish, key, random);
  }

  #wish(): Wish {
    const random = this.#random;
    const date = `2026-${String(random.whole(1, 12)).padStart(2, '0')}-${String(random.whole(1, 28)).padStart(2, '0')}`;
    const dice = random.next();
    if (dice < 0.28) return { path: '/transaction/create-income', body: { amount: random.amount(900), date } };
    if (dice < 0.62) {
      const wallet = random.pick(['Cash', 'Cash', 'Bank', 'Credit card']);
      return { path: '/transaction/create-expense', body: { amount: random.amount(400), date, wallet } };
    }
    if (dice < 0.7 && this.#transactions.length > 0) {
      return { path: '/transaction/delete-transaction', body: { transactionId: random.pick(this.#transactions) } };
    }
    if (dice < 0.76) return { path: '/goals/create-goal', body: { finalAmount: random.amount(900) + 1 } };
    if (dice < 0.86 && this.#goals.length > 0) {
      return {
        path: '/goals/add-money-to-goal',
        body: { goalId: random.pick(this.#goals), currentAmount: random.amount(90) },
      };
    }
    if (dice < 0.9 && this.#goals.length > 0)
      return { path: '/goals/delete-goal', body: { goalId: random.pick(this.#goals) } };
    if (dice < 0.94) return { path: '/users/update-account-balance', body: { newAmount: random.amount(5_000) } };
    return { path: '/users/initial-deposit', body: { depositAmount: random.amount(1_000) } };
  }

  /** Asks until it is told how it ended; gives null where it gives up on one that got no answer, as some do. */
  async #insist({ path, body }: Wish, key: string, random: Random): Promise<Said | null> {
    const titled = path.includes('create') ? { ...body, title: key } : body;
    const roundsMax = random.chance(0.2) ? 1 : Number.POSITIVE_INFINITY;
    for (let round = 0; round < roundsMax; round += 1) {
      const callers = Array.from({ length: random.chance(0.15) ? 2 : 1 }, () => random.pick(this.#callers));
      const answers = await Promise.all(callers.map((caller) => this.#ask(caller, path, titled, key)));
      const known = answers.filter((answer) => answer !== null);
      const done = known.find(({ status }) => status === 200);
      if (done) return done;
      if (known.length === answers.length) return known[0] ?? null;
      await pause(100);
    }
    return null;
  }

  /** Null for no answer, or one that leaves open what became of it. */
  async #ask(caller: Caller, path: string, body: object, key: string): Promise<Said | null> {
    try {
      const late = pause(ANSWER_TIMEOUT_MS).then(() => Promise.reject(new Error('no answer')));
      const answer = (await Promise.race([caller.post(path, body, { 'Idempotency-Key': key }), late])) as Said;
      if (answer.status === 503) return null;
      if (answer.status >= 500 || [400, 401, 403, 415, 429].includes(answer.status)) {
        this.complaints.push(`${key}: ${path} was answered with ${answer.status}`);
        return null;
      }
      return answer;
    } catch {
      return null;
    }
  }

  #learn({ path, body }: Wish, { data }: Said): void {
    if (path.startsWith('/transaction/create')) this.#transactions = data.transactionHistory.map(({ _id }) => _id);
    if (path === '/transaction/delete-transaction') {
      this.#transactions = this.#transactions.filter((id) => id !== body.transactionId);
    }
    this.#goals = data.goals.map(({ _id }) => _id);
  }

  /** What the read model was seen to have has to be there for whoever looks next, wherever they look. */
  async #lookAfter({ path }: Wish, key: string, random: Random): Promise<void> {
    if (!path.startsWith('/transaction/create')) return;
    const caller = random.pick(this.#callers);
    const seen = await caller
      .get<{ transactions: { title: string }[] }>('/transaction/get-transactions')
      .catch(() => null);
    if (seen?.status !== 200 || seen.data.transactions.some(({ title }) => title === key)) return;
    this.complaints.push(`${key} was acknowledged, and then not to be seen`);
  }
}
