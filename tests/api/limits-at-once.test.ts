import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROPOSALS_OPEN_MAX, REPORTS_MAX, TOKENS_MAX, VIEWS_MAX, WEBHOOKS_MAX } from '#contract/limits.ts';
import { PROBLEMS, type ProblemCode } from '#contract/problems.ts';
import { OWN_CATEGORIES_MAX } from '#ledger/model/categories.ts';
import { PLANS_AT_ONCE_MAX, PLANS_OF_USER_MAX, RULES_MAX, SCHEDULES_MAX } from '#ledger/model/constants.ts';
import { monthAfter } from '#ledger/model/months.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

// How many of something a user may have, where twice as many are sent at once.

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** Requests that are sent at once, in groups: a browser has six connections. */
const AT_ONCE = 60;

/** A limit: how many requests it takes, and each of twice as many by its number. */
type Limit = {
  max: number;
  /** How many are sent, where twice as many take long. */
  sent?: number;
  path: string;
  body: (number: number) => object;
  before?: (user: Caller) => Promise<void>;
};
const LIMITS: Partial<Record<ProblemCode, Limit>> = {
  too_many_views: {
    max: VIEWS_MAX,
    path: '/ledger/save-view',
    body: (number) => ({ name: `View ${number}`, q: `amount>${number}` }),
  },
  too_many_reports: {
    max: REPORTS_MAX,
    path: '/reports/save',
    body: (number) => ({ name: `Report ${number}`, picture: 'bars', query: { by: 'tag' } }),
  },
  too_many_tokens: {
    max: TOKENS_MAX,
    path: '/tokens/create',
    body: (number) => ({ name: `Script ${number}`, scope: 'read' }),
  },
  too_many_webhooks: {
    max: WEBHOOKS_MAX,
    path: '/webhooks/add',
    body: (number) => ({ url: `https://hooks.example/${number}`, what: ['change-set'] }),
  },
  too_many_proposals: {
    max: PROPOSALS_OPEN_MAX,
    path: '/proposals/create',
    body: (number) => ({
      reason: 'As you asked',
      commands: [{ call: '/ledger/add-category', input: { name: `Name ${number}`, kind: 'Expense' } }],
    }),
  },
  too_many_rules: {
    max: RULES_MAX,
    path: '/ledger/add-rule',
    body: (number) => ({ when: `shop${number}`, then: { category: 'Groceries' } }),
  },
  too_many_schedules: {
    max: SCHEDULES_MAX,
    path: '/schedules/add',
    body: (number) => ({
      ...{ title: `Rent ${number}`, type: 'Expense', amount: { exact: 5 }, post: 'ask' },
      rule: { every: 1, unit: 'year', start: '2028-12-31' },
    }),
  },
  too_many_plans: {
    max: PLANS_OF_USER_MAX / PLANS_AT_ONCE_MAX,
    sent: PLANS_OF_USER_MAX / PLANS_AT_ONCE_MAX + 10,
    path: '/budget/plan',
    before: async (user) => {
      for (let number = 0; number < 2 * (PLANS_OF_USER_MAX / PLANS_AT_ONCE_MAX / 7); number += 1)
        await expectOk(user.post('/ledger/add-category', { name: `Own ${number}`, kind: 'Expense' }));
    },
    body: (number) => {
      const first = monthAfter('1900-01', (number % 7) * PLANS_AT_ONCE_MAX);
      const category = `Own ${Math.floor(number / 7)}`;
      const plans = Array.from({ length: PLANS_AT_ONCE_MAX }, (_, at) => ({
        category,
        month: monthAfter(first, at),
        amount: 1,
      }));
      return { month: first, plans };
    },
  },
  too_many_categories: {
    max: OWN_CATEGORIES_MAX,
    path: '/ledger/add-category',
    body: (number) => ({ name: `Own ${number}`, kind: 'Expense' }),
  },
};
/** These count in time, or, as passkeys, what a ceremony makes: tests/api/sign-in.test.ts. */
const OTHERS = ['too_many_requests', 'too_many_uploads', 'too_many_demo_rows', 'too_many_passkeys'];
const CODES = (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => /^too_many_/.test(code));

test.each(CODES.filter((code) => !OTHERS.includes(code)))(
  '%s: of twice as many at once half is taken',
  async (code) => {
    const limit = LIMITS[code];
    if (!limit) throw new Error(`${code} has no row here.`);
    const user: Caller = await server.newUser();
    await limit.before?.(user);
    const { sent = 2 * limit.max } = limit;
    const answers = [];
    for (let from = 0; from < sent; from += AT_ONCE) {
      const group = Array.from({ length: Math.min(AT_ONCE, sent - from) }, (_, at) => from + at);
      answers.push(...(await Promise.all(group.map((number) => user.post(limit.path, limit.body(number))))));
    }
    const outcomes = answers.map(({ status, problem }) =>
      status === 200 ? 'taken' : problem.errors ? JSON.stringify(problem.errors) : problem.code,
    );
    expect(
      Map.groupBy(outcomes, (outcome) => outcome)
        .keys()
        .toArray()
        .toSorted(),
    ).toEqual(['taken', code].toSorted());
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(limit.max);
  },
);
