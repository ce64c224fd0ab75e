import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { addressKey } from '../http/address-key.ts';
import type { Context } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { BeforeUpload } from '../http/register-route.ts';

const MINUTE = 60;

/**
 * How often within how many seconds, for one account from one address and for one address whatever the account. A limit
 * on an account never counts what comes from elsewhere, so that nobody can lock out another.
 */
const SIZES = {
  login: { account: 20, address: 300, seconds: 15 * MINUTE },
  register: { account: 20, address: 1_000, seconds: 60 * MINUTE },
  /** Guessing the password of an account one is logged in to: to change it, or to delete the account. */
  password: { account: 10, address: 300, seconds: 15 * MINUTE },
  upload: { account: 100, address: 500, seconds: 10 * MINUTE },
  feedback: { account: 10, address: 100, seconds: 60 * MINUTE },
  verify: { account: 10, address: 100, seconds: 10 * MINUTE },
  reset: { account: 10, address: 20, seconds: 10 * MINUTE },
} as const;

/** What is limited. */
export type Limited = keyof typeof SIZES;

/** Counts tries and refuses those that are too many. */
export type Limits = {
  /** Counts a try. Throws the problem too_many_requests, and sets Retry-After, where it is one too many. */
  take(ctx: Context, what: Limited, account: string): Promise<void>;
  /** After a success: deletes the count of this account at this address, and takes this try off the count of the address. */
  forgive(ctx: Context, what: Limited, account: string): Promise<void>;
};

/** Opens the limits over a database; `factor` multiplies all of them, for tests and load runs. */
export function openLimits(database: pg.Pool, factor: number): Limits {
  const counter = (what: Limited, whose: 'account' | 'address') =>
    new RateLimiterPostgres({
      storeClient: database,
      storeType: 'pool',
      schemaName: 'limits',
      tableName: 'tries',
      tableCreated: true,
      keyPrefix: `${what}-${whose}`,
      points: SIZES[what][whose] * factor,
      duration: SIZES[what].seconds,
    });
  const counters = new Map(
    (Object.keys(SIZES) as Limited[]).map((what) => [
      what,
      { account: counter(what, 'account'), address: counter(what, 'address') },
    ]),
  );
  const of = (what: Limited) => {
    const found = counters.get(what);
    if (!found) throw new Error(`There is no limit on ${what}.`);
    return found;
  };

  return {
    take: async (ctx, what, account) => {
      const { account: ofAccount, address } = of(what);
      await consume(ctx, ofAccount, pair(ctx, account));
      await consume(ctx, address, addressKey(ctx.ip));
    },
    forgive: async (ctx, what, account) => {
      const { account: ofAccount, address } = of(what);
      await Promise.all([ofAccount.delete(pair(ctx, account)), address.reward(addressKey(ctx.ip))]);
    },
  };
}

/** What a route that takes a file passes to `registerRoute`: counts an upload of the session's user. Throws as `take` does. */
export function uploadLimit(limits: Limits): BeforeUpload {
  return (ctx, { userId }) => limits.take(ctx, 'upload', userId);
}

/** The key of an account at an address, hashed: an email may be longer than a key, and is kept out of this table. */
function pair(ctx: Context, account: string): string {
  return createHash('sha256')
    .update(`${addressKey(ctx.ip)} ${account}`)
    .digest('base64url');
}

async function consume(ctx: Context, counter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await counter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    ctx.set('Retry-After', String(Math.ceil(refused.msBeforeNext / 1000)));
    throw new ProblemError('too_many_requests');
  }
}
