import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DEMO_IMPORTED_ROWS_A_DAY_MAX, DEMO_IMPORTED_ROWS_A_DAY_OF_ADDRESS_MAX } from '#contract/limits.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { addressKey } from '../http/address-key.ts';
import type { Context } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { BeforeUpload } from '../http/register-route.ts';

const MINUTE_S = 60;

/**
 * The rate limits: attempts within `seconds` of a user (by email or id) from one address, and of an address for
 * all users. A user's count is kept for each address, so that no attacker can lock out a user (product 7.6).
 */
const RATES = {
  login: { user: 20, address: 300, seconds: 15 * MINUTE_S },
  register: { user: 20, address: 1_000, seconds: 60 * MINUTE_S },
  /** The calls of a logged-in user that verify the password. */
  password: { user: 10, address: 300, seconds: 15 * MINUTE_S },
  /** All calls of a program: `user` is its token. */
  token: { user: 3_000, address: 12_000, seconds: 10 * MINUTE_S },
  upload: { user: 100, address: 500, seconds: 10 * MINUTE_S },
  /** A file is previewed again with each answer about it. */
  preview: { user: 600, address: 3_000, seconds: 10 * MINUTE_S },
  /** The undo of a large change-set: it takes as much of the disk as the change-set did. */
  undo: { user: 20, address: 100, seconds: 60 * MINUTE_S },
  /** The change or deletion of many entries. */
  bulk: { user: 60, address: 300, seconds: 60 * MINUTE_S },
  /** Many commands of a proposal are worked out: when it is made, and when it is shown. */
  proposal: { user: 300, address: 1_500, seconds: 10 * MINUTE_S },
  commit: { user: 60, address: 300, seconds: 10 * MINUTE_S },
  feedback: { user: 10, address: 100, seconds: 60 * MINUTE_S },
  verify: { user: 10, address: 100, seconds: 10 * MINUTE_S },
  export: { user: 10, address: 100, seconds: 10 * MINUTE_S },
  seal: { user: 60, address: 300, seconds: 10 * MINUTE_S },
  /** Whoever reads a calendar has no session: `user` is its token. */
  calendar: { user: 60, address: 300, seconds: 10 * MINUTE_S },
  reset: { user: 10, address: 20, seconds: 10 * MINUTE_S },
} as const;

/** The name of a rate limit. */
export type RateLimitName = keyof typeof RATES;

const DAY_S = 24 * 60 * MINUTE_S;

/** Rate limits, counted in Postgres. */
export type RequestLimits = {
  /** Counts an attempt. Throws the problem too_many_requests, and sets Retry-After, above the limit. */
  take(ctx: Context, limited: RateLimitName, user: string): Promise<void>;
  /** Counts an attempt of an address alone, before it is known who it is. Throws like `take`. */
  takeOfAddress(ctx: Context, limited: RateLimitName): Promise<void>;
  /** Counts an attempt of a user alone, after `takeOfAddress`. Throws like `take`. */
  takeOfUser(ctx: Context, limited: RateLimitName, user: string): Promise<void>;
  /**
   * After a success: deletes the user's count at this address, and subtracts this attempt from the address's count.
   */
  forgive(ctx: Context, limited: RateLimitName, user: string): Promise<void>;
  /**
   * Counts rows that the demo user imports. Throws the problem too_many_demo_rows, and sets Retry-After, above the
   * limit of a day.
   */
  takeDemoRows(ctx: Context, rows: number): Promise<void>;
  /** Counts a row that the demo user's schedules post by themselves. Gives false above the limit of a day. */
  takePostedDemoRow(): Promise<boolean>;
};

/** Opens the rate limits; `factor` multiplies them, for tests and load runs. */
export function openLimits(database: pg.Pool, factor: number): RequestLimits {
  const counterOf = (keyPrefix: string, points: number, seconds: number) =>
    new RateLimiterPostgres({
      storeClient: database,
      storeType: 'pool',
      schemaName: 'limits',
      tableName: 'tries',
      tableCreated: true,
      keyPrefix,
      points: points * factor,
      duration: seconds,
    });
  const demoRows = counterOf('demo-rows', DEMO_IMPORTED_ROWS_A_DAY_MAX, DAY_S);
  const demoRowsOfAddress = counterOf('demo-rows-address', DEMO_IMPORTED_ROWS_A_DAY_OF_ADDRESS_MAX, DAY_S);
  const counters = new Map(
    (Object.keys(RATES) as RateLimitName[]).map((limited) => {
      const { user, address, seconds } = RATES[limited];
      return [
        limited,
        {
          user: counterOf(`${limited}-account`, user, seconds),
          address: counterOf(`${limited}-address`, address, seconds),
        },
      ];
    }),
  );
  const countersOf = (limited: RateLimitName) => {
    const counterPair = counters.get(limited);
    if (!counterPair) throw new Error(`There is no limit on ${limited}.`);
    return counterPair;
  };

  const takeOfAddress: RequestLimits['takeOfAddress'] = async (ctx, limited) =>
    await consume(ctx, countersOf(limited).address, addressKey(ctx.ip));
  const takeOfUser: RequestLimits['takeOfUser'] = async (ctx, limited, user) =>
    await consume(ctx, countersOf(limited).user, keyOf(ctx, user));

  return {
    takeOfAddress,
    takeOfUser,
    // The address is first: whoever makes up names leaves no row for each of them once it is refused.
    take: async (ctx, limited, user) => {
      await takeOfAddress(ctx, limited);
      await takeOfUser(ctx, limited, user).catch(async (refused: unknown) => {
        await countersOf(limited).address.reward(addressKey(ctx.ip));
        throw refused;
      });
    },
    forgive: async (ctx, limited, user) => {
      const { user: userCounter, address } = countersOf(limited);
      await Promise.all([userCounter.delete(keyOf(ctx, user)), address.reward(addressKey(ctx.ip))]);
    },
    takeDemoRows: async (ctx, rows) => {
      const address = addressKey(ctx.ip);
      await consume(ctx, demoRowsOfAddress, address, rows, 'too_many_demo_rows');
      await consume(ctx, demoRows, 'all', rows, 'too_many_demo_rows').catch(async (refused: unknown) => {
        await demoRowsOfAddress.reward(address, rows);
        throw refused;
      });
    },
    takePostedDemoRow: async () => {
      try {
        await demoRows.consume('all');
        return true;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return false;
      }
    },
  };
}

/** The `beforeUpload` of `registerRoute`: counts an upload of the session's user. It throws as `take` does. */
export function uploadLimit(limits: RequestLimits, limited: 'upload' | 'preview' = 'upload'): BeforeUpload {
  return (ctx, { userId }) => limits.take(ctx, limited, userId);
}

/**
 * The key of a user at an address. Hashed, because emails may exceed a key's length and don't belong into this
 * table.
 */
function keyOf(ctx: Context, user: string): string {
  return createHash('sha256')
    .update(`${addressKey(ctx.ip)} ${user}`)
    .digest('base64url');
}

/** Refused points are not counted: a smaller number may still fit. */
async function consume(
  ctx: Context,
  counter: RateLimiterPostgres,
  key: string,
  points = 1,
  problem: ProblemCode = 'too_many_requests',
): Promise<void> {
  try {
    await counter.consume(key, points);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    ctx.set('Retry-After', String(Math.ceil(refused.msBeforeNext / 1000)));
    if (points > 1) await counter.reward(key, points);
    throw new ProblemError(problem);
  }
}
