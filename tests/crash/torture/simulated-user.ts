import { setTimeout as pause } from 'node:timers/promises';
import { CHANGE_SET, LEDGER_REVISION, PROJECTION_LAG } from '#contract/addresses.ts';
import type { Occurrence, Schedule } from '#contract/schedule-calls.ts';
import type { User } from '#contract/user.ts';
import { createdId } from '#ledger/ids.ts';
import { shifted } from '#ledger/model/days.ts';
import type { Answer } from '../../support/caller.ts';
import { Caller, expectOk } from '../../support/caller.ts';
import { previewed, type RegisterRow, registerFile } from '../../support/register-file.ts';
import { rulesFile } from '../../support/rules-file.ts';
import type { Random } from './random.ts';

/** A command with its idempotency key, and the final response to it. */
export type CommandRecord = { key: string; path: string; outcome: 'done' | 'refused' | 'unchanged' | 'unknown' };

type Request = { path: string; body: Record<string, unknown> };
type Response = Pick<Answer<User & { goal?: { _id: string } }>, 'status' | 'data' | 'headers'>;

const SET_BUDGETED = '/accounts/set-budgeted';

const BULK = '/ledger/bulk';
/** Commands about categories that record no event where a category is so already. */
const OF_CATEGORIES = [
  '/ledger/rename-category',
  '/ledger/archive-category',
  '/ledger/restore-category',
  '/ledger/order-categories',
];
/** Commands about rules that record no event where nothing is to be done. */
const OF_RULES = ['/ledger/change-rule', '/ledger/order-rules', '/ledger/run-rules'];
/** A command about the budget that records no event where so much is planned already. */
const PLAN = '/budget/plan';
/** Commands about schedules that record no event where a schedule or an occurrence is so already. */
const OF_SCHEDULES = ['/schedules/change', '/schedules/skip'];
/** Commands that may find nothing to change, and say so by naming no change-set. */
const MAY_BE_UNCHANGED = [BULK, PLAN, SET_BUDGETED, ...OF_CATEGORIES, ...OF_RULES, ...OF_SCHEDULES];
/** Commands that record no event where they would change nothing, so that they can't be counted. */
const MAY_CHANGE_NOTHING = ['/users/update-account-balance', '/ledger/undo', ...MAY_BE_UNCHANGED];

const IMPORT = '/import/commit';
const ACCEPT = '/proposals/accept';
/** The commands of a large proposal, whose events take several appends. */
const LARGE_PROPOSAL_COMMANDS = 600;
/** The rows of a large import, whose events take several appends. */
const LARGE_ROWS = 500;
const LONG_WORDS = 'card payment with many words '.repeat(10);

/** A request without a response after this counts as lost. */
const RESPONSE_TIMEOUT_MS = 12_000;

/** Sends random commands one after another, each with its own idempotency key, and retries them through faults. */
export class SimulatedUser {
  readonly commands: CommandRecord[] = [];
  /** Responses that must never occur. */
  readonly errors: string[] = [];
  readonly userId: string;
  readonly #callers: readonly Caller[];
  /** Its program, at each origin, which proposes. */
  readonly #programs: readonly Caller[];
  readonly #random: Random;
  readonly #name: string;
  readonly #pauseMs: number;
  #transactions: string[] = [];
  #goals: string[] = [];
  #accounts: string[] = [];
  #accountNames: string[] = [];
  #transfers: string[] = [];
  #categories: string[] = [];
  #rules: string[] = [];
  /** Whether rules were run since one was removed with what it did. */
  #haveRun = false;
  /** The schedules that are there, each of every day from its first one on. */
  #schedules: { scheduleId: string; start: string; isByItself: boolean }[] = [];
  /** The newest revision that it was answered. */
  #revision = 0;
  /** The change-sets of its commands so far. */
  #changeSets: string[] = [];

  /**
   * `first` is logged in at the first origin; its session is used at all `origins`, and so is the token of its program.
   * It pauses after each command.
   */
  constructor(
    { first, token }: { first: Caller; token: string },
    origins: readonly string[],
    random: Random,
    name: string,
    pauseMs: number,
  ) {
    this.userId = first.userId;
    this.#callers = origins.map((origin) => Object.assign(new Caller(origin), { cookie: first.cookie }));
    this.#programs = origins.map((origin) => Caller.program(origin, token));
    this.#random = random;
    this.#name = name;
    this.#pauseMs = pauseMs;
  }

  /**
   * Runs until `stopped` aborts, and completes the commands in progress. Sometimes sends the same command twice at once
   * with different keys, so that both compete for the same revision.
   */
  async run(stopped: AbortSignal): Promise<void> {
    for (let count = 0; !stopped.aborted; count += 1) {
      if (this.#pauseMs > 0) await pause(this.#pauseMs);
      if (this.#random.chance(0.06)) {
        await this.#import(`${count}`, this.#random.fork());
        continue;
      }
      if (this.#random.chance(0.05)) {
        await this.#propose(`${count}`, this.#random.fork());
        continue;
      }
      const request = this.#nextRequest();
      const isTwice = this.#random.chance(0.25) && !MAY_CHANGE_NOTHING.includes(request.path);
      const keys = isTwice ? [`${count}`, `${count}b`] : [`${count}`];
      await Promise.all(keys.map((key) => this.#complete(request, `${this.#name}-${key}`, this.#random.fork())));
    }
  }

  /**
   * The occurrences of its schedules on some days (ISO dates), and the ids of the schedules that are posted by
   * themselves, as the first API gives them.
   */
  async scheduled(from: string, to: string): Promise<{ occurrences: Occurrence[]; byThemselves: Set<string> }> {
    const [caller] = this.#callers as [Caller];
    const upcoming = `/schedules/upcoming?from=${from}&to=${to}`;
    const { schedules } = (await expectOk(caller.get<{ schedules: Schedule[] }>('/schedules'))).data;
    const { occurrences } = (await expectOk(caller.get<{ occurrences: Occurrence[] }>(upcoming))).data;
    const byThemselves = schedules.filter(({ post }) => post === 'by-itself').map(({ _id }) => _id);
    return { occurrences, byThemselves: new Set(byThemselves) };
  }

  async #complete(request: Request, key: string, random: Random): Promise<void> {
    const outcome = await this.#sendUntilAnswered(request, key, random);
    const changeSet = outcome?.headers.get(CHANGE_SET);
    const isUnchanged = MAY_BE_UNCHANGED.includes(request.path) && outcome?.status === 200 && changeSet === null;
    const done = isUnchanged ? 'unchanged' : 'done';
    this.commands.push({
      key,
      path: request.path,
      outcome: outcome === null ? 'unknown' : outcome.status === 200 ? done : 'refused',
    });
    if (outcome?.status !== 200 || isUnchanged) return;
    if (changeSet !== key) this.errors.push(`${key}: ${request.path} named the change-set ${changeSet}`);
    this.#changeSets.push(key);
    this.#updateIds(request, key, outcome);
    this.#revision = Math.max(this.#revision, Number(outcome.headers.get(LEDGER_REVISION)));
    if (random.chance(0.3)) await this.#checkVisible(request, key, random);
  }

  /**
   * Imports a file, the same rows of which may come again in a later one. Its id is what makes it happen once, so it is
   * the key. Some are an export with a rule. A preview that has no answer is given up: it records nothing.
   */
  async #import(count: string, random: Random): Promise<void> {
    const size = random.chance(0.1) ? LARGE_ROWS : random.whole(1, 8);
    const accounts = [...this.#accountNames, `${this.#name}-${count}`.slice(-30)];
    const rows = Array.from({ length: size }, (_, at): RegisterRow => {
      const payee = size === LARGE_ROWS ? `${at} ${LONG_WORDS}` : `Shop ${random.whole(1, 20)}`;
      const amount = random.pick([-5, -5, -12.5, 5, 20]);
      return { account: random.pick(accounts), date: `2026-03-${random.whole(10, 28)}`, payee, amount };
    });
    const ruleId = random.chance(0.2) ? createdId(this.userId, count, 'imported rule') : null;
    const then = { categories: ['Groceries'], addTags: ['imported'] };
    const file = ruleId ? rulesFile([{ ruleId, when: 'shop', then }]) : registerFile(rows);
    const answer = await previewed(random.pick(this.#callers), file).catch(() => null);
    if (answer?.status !== 200) {
      if (answer && answer.status !== 503) this.errors.push(`${count}: a preview was answered with ${answer.status}`);
      return;
    }
    const { importId, rows: shown } = answer.data;
    const isTaken = random.chance(0.5);
    const taken = shown.filter(({ status }) => status === 'transfer' && isTaken).map(({ line }) => [line, 'take']);
    await this.#complete({ path: IMPORT, body: { importId, choices: Object.fromEntries(taken) } }, importId, random);
    if (ruleId && this.#changeSets.includes(importId)) this.#rules.push(ruleId);
  }

  /**
   * Proposes commands, and accepts those that fit. A proposal's id is what makes it happen once, so it is the key. Some
   * take several appends. One without an answer is given up: it records nothing.
   */
  async #propose(count: string, random: Random): Promise<void> {
    const size = random.chance(0.1) ? LARGE_PROPOSAL_COMMANDS : random.whole(1, 5);
    const commands = Array.from({ length: size }, (_, at) => {
      const title = `${this.#name}-${count}-${at}`.slice(-40);
      const known = this.#transactions.length > 0 && random.chance(0.3) ? random.pick(this.#transactions) : null;
      if (known !== null && random.chance(0.3))
        return { call: '/transaction/delete-transaction', input: { transactionId: known } };
      if (known !== null) return { call: '/transaction/update-transaction', input: { transactionId: known, title } };
      const wallet = random.pick(['Cash', 'Bank']);
      const input = {
        title,
        amount: Math.round(random.amount(90) * 100 + 100) / 100,
        wallet,
        date: '2026-05-05',
        note: LONG_WORDS,
      };
      return { call: '/transaction/create-expense', input };
    });
    const reason = `${this.#name}-${count}`;
    const made = await random
      .pick(this.#programs)
      .post<{ proposalId: string }>('/proposals/create', { commands, reason })
      .catch(() => null);
    if (made?.status !== 200) {
      if (made && made.status !== 503) this.errors.push(`${count}: a proposal was answered with ${made.status}`);
      return;
    }
    const { proposalId } = made.data;
    await this.#complete({ path: ACCEPT, body: { proposalId, unfit: 'leave-out' } }, proposalId, random);
  }

  #nextRequest(): Request {
    const random = this.#random;
    const date = `2026-${String(random.whole(1, 12)).padStart(2, '0')}-${String(random.whole(1, 28)).padStart(2, '0')}`;
    const dice = random.next();
    if (random.chance(0.3)) return this.#nextOfGrammar(date);
    if (dice < 0.28) return { path: '/transaction/create-income', body: { amount: random.amount(900), date } };
    if (dice < 0.62) {
      const wallet = random.pick(['Cash', 'Cash', 'Bank', 'Credit card']);
      const categoryId = this.#categories.length > 0 && random.chance(0.4) ? random.pick(this.#categories) : undefined;
      const amount = 2 + random.amount(400);
      if (categoryId === undefined || random.chance(0.5)) {
        return { path: '/transaction/create-expense', body: { amount, date, wallet, categoryId } };
      }
      const rest = Math.round((amount - 1) * 100) / 100;
      const parts = [
        { amount: 3, category: 'Other' },
        { amount: -2, category: 'Groceries' },
        { amount: rest, categoryId },
      ];
      return { path: '/transaction/create-expense', body: { amount, date, wallet, parts } };
    }
    if (dice < 0.7 && this.#transactions.length > 0) {
      return { path: '/transaction/delete-transaction', body: { transactionId: random.pick(this.#transactions) } };
    }
    if (dice < 0.76)
      return { path: '/goals/create-goal', body: { finalAmount: random.amount(900) + 1, wantedBy: '2030-01-31' } };
    if (dice < 0.86 && this.#goals.length > 0) {
      return {
        path: '/goals/add-money-to-goal',
        body: { goalId: random.pick(this.#goals), currentAmount: random.amount(90) },
      };
    }
    if (dice < 0.88 && this.#goals.length > 0)
      return { path: '/goals/take-back', body: { goalId: random.pick(this.#goals), amount: random.amount(50) } };
    if (dice < 0.9 && this.#goals.length > 0)
      return { path: '/goals/delete-goal', body: { goalId: random.pick(this.#goals) } };
    if (dice < 0.94) return { path: '/users/update-account-balance', body: { newAmount: random.amount(5_000) } };
    return { path: '/users/initial-deposit', body: { depositAmount: random.amount(1_000) } };
  }

  /** A command about accounts and transfers, an edit, or an undo of one of the last commands. */
  #nextOfGrammar(date: string): Request {
    const random = this.#random;
    if (random.chance(0.3)) return this.#nextOfSchedules();
    const accountId = this.#accounts.length > 0 ? random.pick(this.#accounts) : undefined;
    const dice = random.next();
    if (this.#accounts.length < 3 || dice < 0.05) {
      return { path: '/accounts/open-account', body: { kind: 'Cash', openingBalance: random.amount(500) } };
    }
    if (dice < 0.15) {
      const balance = random.chance(0.1) ? null : random.amount(900);
      return {
        path: '/accounts/assert-balance',
        body: { accountId, date: `2026-03-${random.whole(10, 31)}`, balance },
      };
    }
    if (dice < 0.3) {
      const tags = random.pick([[], ['holiday']]);
      const category = random.chance(0.2) ? { category: 'Shopping' } : {};
      const body = {
        ...{ from: accountId, to: random.pick(this.#accounts), amount: random.amount(90), date, tags },
        ...category,
      };
      return { path: '/transfer/create-transfer', body };
    }
    if (dice < 0.32) return { path: SET_BUDGETED, body: { accountId, isBudgeted: random.chance(0.4) } };
    if (dice < 0.35 && this.#transfers.length > 0) {
      return { path: '/transfer/delete-transfer', body: { transferId: random.pick(this.#transfers) } };
    }
    if (dice < 0.42 && this.#transactions.length > 0) return { path: BULK, body: this.#nextBulk(date) };
    if (dice < 0.5) return this.#nextOfCategories();
    if (dice < 0.64) return this.#nextOfRules();
    if (dice < 0.7) return this.#nextOfBudget();
    if (dice < 0.78 && this.#transactions.length > 0) {
      const amount = 2 + random.amount(300);
      const named = this.#categories.length > 0 ? { categoryId: random.pick(this.#categories) } : { category: 'Other' };
      const parts = [
        { amount: 1, category: 'Other' },
        { amount: Math.round((amount - 1) * 100) / 100, ...named },
      ];
      const edit = random.pick<Record<string, unknown>>([
        { date },
        { amount, parts },
        { accountId },
        { type: 'Income' },
        ...this.#categories.map((categoryId) => ({ categoryId, parts: null })),
        { tags: random.pick([null, ['holiday'], ['holiday', 'summer']]), note: `noted ${random.whole(1, 9)}` },
      ]);
      return {
        path: '/transaction/update-transaction',
        body: { transactionId: random.pick(this.#transactions), ...edit },
      };
    }
    const last = this.#changeSets.slice(-12);
    if (last.length > 0) return { path: '/ledger/undo', body: { changeSetId: random.pick(last) } };
    return { path: '/transaction/create-income', body: { amount: random.amount(900), date, accountId } };
  }

  /** A category that is added, or a change or a merge of one. */
  #nextOfCategories(): Request {
    const random = this.#random;
    const categoryId = this.#categories.length > 0 ? random.pick(this.#categories) : 'Movie';
    if (this.#categories.length < 3 || random.chance(0.2)) {
      const parent = random.pick([undefined, 'Groceries']);
      return { path: '/ledger/add-category', body: { kind: 'Expense', parent } };
    }
    return random.pick<Request>([
      { path: '/ledger/rename-category', body: { categoryId, name: `Name ${random.whole(1, 99)}` } },
      { path: '/ledger/archive-category', body: { categoryId } },
      { path: '/ledger/restore-category', body: { categoryId } },
      { path: '/ledger/order-categories', body: { categoryIds: [random.pick(['Groceries', 'Movie'])] } },
      { path: '/ledger/merge-categories', body: { from: categoryId, into: random.pick(['Groceries', 'Movie']) } },
    ]);
  }

  /** The amount that is planned for a category in a month, set or moved; some are merged later. */
  #nextOfBudget(): Request {
    const random = this.#random;
    const month = `2026-0${random.whole(3, 5)}`;
    const [category, other] = [random.pick(['-', ...this.#categories]), random.pick(['Groceries', 'Movie'])];
    const plan = { category: random.pick([category, other]), amount: random.amount(300) };
    const from = random.pick(['to-budget', other]);
    return random.pick<Request>([
      { path: PLAN, body: { month, plans: [plan] } },
      { path: '/budget/move', body: { month, from, to: category, amount: random.amount(90), force: true } },
    ]);
  }

  /**
   * A schedule of every day that is added, some of them posted by themselves, changed or removed; or what becomes of an
   * occurrence, by hand, or by an undo of what was posted by itself. No rule refuses what is posted by itself.
   */
  #nextOfSchedules(): Request {
    const random = this.#random;
    const amount = { exact: random.amount(90) };
    const named = this.#categories.length > 0 ? { categoryId: random.pick(this.#categories) } : { category: 'Other' };
    const parts = [
      { amount: -1, category: 'Groceries' },
      { amount: Math.round((amount.exact + 1) * 100) / 100, ...named },
    ];
    if (this.#schedules.length < 3 || (this.#schedules.length < 6 && random.chance(0.1))) {
      const start = shifted(new Date().toISOString().slice(0, 10), -random.whole(1, 4));
      const rule = { every: 1, unit: 'day', start };
      const said = random.pick<object>([
        { type: 'Expense', wallet: 'Bank', post: 'by-itself' },
        { type: 'Income', post: 'by-itself' },
        { type: 'Expense', wallet: 'Cash', post: 'ask' },
        { type: 'Expense', wallet: 'Bank', post: 'by-itself', parts },
        { type: 'Transfer', toAccount: this.#accounts.at(-1), post: 'ask' },
      ]);
      return { path: '/schedules/add', body: { ...said, amount, rule } };
    }
    const posted = this.#schedules.filter(({ isByItself }) => isByItself);
    if (posted.length > 0 && random.chance(0.25)) {
      const { scheduleId, start } = random.pick(posted);
      return {
        path: '/ledger/undo',
        body: { changeSetId: `schedule.${scheduleId}.${shifted(start, random.whole(0, 2))}` },
      };
    }
    const { scheduleId, start } = random.pick(this.#schedules);
    const occurrence = { scheduleId, nominal: shifted(start, random.whole(0, 6)) };
    const entry = this.#transactions.length > 0 ? random.pick(this.#transactions) : scheduleId;
    return random.pick<Request>([
      { path: '/schedules/post', body: occurrence },
      { path: '/schedules/post', body: occurrence },
      { path: '/schedules/skip', body: occurrence },
      { path: '/schedules/match', body: { ...occurrence, entry } },
      { path: '/schedules/unmatch', body: occurrence },
      { path: '/schedules/change', body: { scheduleId, title: `Title ${random.whole(1, 9)}` } },
      { path: '/schedules/change', body: { scheduleId, amount } },
      { path: '/schedules/change', body: { scheduleId, amount, from: '2026-12-24' } },
      ...(random.chance(0.2) ? [{ path: '/schedules/remove', body: { scheduleId } }] : []),
    ]);
  }

  /** A rule that is added, changed, put first or removed with what it did, or a run of all rules. */
  #nextOfRules(): Request {
    const random = this.#random;
    if (this.#rules.length === 0 || random.chance(0.2)) {
      const when = random.pick(['type:expense', 'shop', `amount>${random.whole(1, 50)}`]);
      const then = random.pick<object>([
        { category: 'Groceries', addTags: ['ruled'] },
        { title: 'Ruled', note: LONG_WORDS },
        {
          split: [
            { percent: 33.33, category: 'Other' },
            { rest: true, category: 'Groceries' },
          ],
        },
      ]);
      return { path: '/ledger/add-rule', body: { when, then, position: random.pick([1, undefined]) } };
    }
    const ruleId = random.pick(this.#rules);
    if (this.#haveRun && random.chance(0.5)) {
      this.#haveRun = false;
      return { path: '/ledger/remove-rule', body: { ruleId, takeBack: true } };
    }
    return random.pick<Request>([
      { path: '/ledger/run-rules', body: { overwrite: random.chance(0.5) } },
      { path: '/ledger/run-rules', body: {} },
      { path: '/ledger/change-rule', body: { ruleId, stop: random.chance(0.5), isOn: random.chance(0.8) } },
      { path: '/ledger/order-rules', body: { ruleIds: this.#rules.toReversed() } },
      { path: '/ledger/remove-rule', body: { ruleId, takeBack: random.chance(0.6) } },
    ]);
  }

  /** The change of all entries or of some, or the deletion of a few. */
  #nextBulk(date: string): Record<string, unknown> {
    const random = this.#random;
    const ids = [random.pick(this.#transactions), random.pick(this.#transactions)];
    if (random.chance(0.2)) return { select: { ids }, delete: true };
    const select = random.pick<object>([{ q: '' }, { q: 'type:expense', except: ids }, { ids }]);
    const change = random.pick<object>([
      { title: `${LONG_WORDS}${random.whole(1, 99)}`.slice(-40), note: LONG_WORDS },
      { wallet: 'Cash', date },
      { accountId: this.#accounts.at(-1), addTags: ['sorted'] },
      { category: 'Groceries', removeTags: ['sorted'] },
    ]);
    return { select, change };
  }

  /**
   * Sends a command until its outcome is known; gives null for a command that is deliberately given up after a failure.
   */
  async #sendUntilAnswered({ path, body }: Request, key: string, random: Random): Promise<Response | null> {
    const titled =
      path.includes('open-account') || path.includes('add-category')
        ? { ...body, name: key.slice(-30) }
        : path.includes('create') || path === '/schedules/add'
          ? { ...body, title: key }
          : body;
    const roundsMax = random.chance(0.2) ? 1 : Number.POSITIVE_INFINITY;
    for (let round = 0; round < roundsMax; round += 1) {
      const callers = Array.from({ length: random.chance(0.15) ? 2 : 1 }, () => random.pick(this.#callers));
      const answers = await Promise.all(callers.map((caller) => this.#send(caller, path, titled, key)));
      const known = answers.filter((answer) => answer !== null);
      const done = known.find(({ status }) => status === 200);
      if (done) return done;
      if (known.length === answers.length) return known[0] ?? null;
      await pause(100);
    }
    return null;
  }

  /** Gives null without a response, or with one that leaves the outcome unknown. */
  async #send(caller: Caller, path: string, body: object, key: string): Promise<Response | null> {
    try {
      const late = pause(RESPONSE_TIMEOUT_MS).then(() => Promise.reject(new Error('no answer')));
      const answer = (await Promise.race([caller.post(path, body, { 'Idempotency-Key': key }), late])) as Response;
      if (answer.status === 503) return null;
      if (answer.status >= 500 || [400, 401, 403, 415, 429].includes(answer.status)) {
        this.errors.push(`${key}: ${path} was answered with ${answer.status}`);
        return null;
      }
      return answer;
    } catch {
      return null;
    }
  }

  #updateIds({ path, body }: Request, key: string, { data }: Response): void {
    if (path === '/ledger/add-category') this.#categories.push(createdId(this.userId, key, 'category'));
    if (path === '/ledger/merge-categories') this.#categories = this.#categories.filter((id) => id !== body.from);
    if (path === '/ledger/run-rules') this.#haveRun = true;
    if (path === '/ledger/add-rule') this.#rules.push(createdId(this.userId, key, 'rule'));
    if (path === '/ledger/remove-rule') this.#rules = this.#rules.filter((id) => id !== body.ruleId);
    if (path === '/schedules/add') {
      const { rule, post } = body as { rule: { start: string }; post: string };
      const scheduleId = createdId(this.userId, key, 'schedule');
      this.#schedules.push({ scheduleId, start: rule.start, isByItself: post === 'by-itself' });
    }
    if (path === '/schedules/remove') {
      this.#schedules = this.#schedules.filter(({ scheduleId }) => scheduleId !== body.scheduleId);
    }
    if (path === '/transfer/create-transfer') this.#transfers.push(createdId(this.userId, key, 'transfer'));
    if (path.startsWith('/transaction/create') || [IMPORT, ACCEPT, '/schedules/post'].includes(path))
      this.#transactions = data.transactionHistory.map(({ _id }) => _id);
    if (path === '/transaction/delete-transaction') {
      this.#transactions = this.#transactions.filter((id) => id !== body.transactionId);
    }
    this.#goals = data.goals.map(({ _id }) => _id);
    const open = data.accounts.filter(({ isOpen }) => isOpen);
    this.#accounts = open.map(({ _id }) => _id);
    this.#accountNames = open.map(({ name }) => name);
  }

  /** Checks that an acknowledged transaction in the read model is visible at any API. */
  async #checkVisible({ path }: Request, key: string, random: Random): Promise<void> {
    if (!path.startsWith('/transaction/create')) return;
    const caller = random.pick(this.#callers);
    const seen = await caller
      .get<{ transactions: { title: string }[] }>('/transaction/get-transactions', {
        [LEDGER_REVISION]: String(this.#revision),
      })
      .catch(() => null);
    if (seen?.status !== 200 || seen.headers.get(PROJECTION_LAG) !== null) return;
    if (seen.data.transactions.some(({ title }) => title === key)) return;
    this.errors.push(`${key} was acknowledged but is not visible`);
  }
}
