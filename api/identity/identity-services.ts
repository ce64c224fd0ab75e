import type pg from 'pg';
import type { PremiumFor } from '../http/premium.ts';
import type { Limits } from '../limits/limits.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Dependencies of accounts and sessions. */
export type IdentityServices = {
  database: pg.Pool;
  cookie: SessionCookie;
  limits: Limits;
  premium: PremiumFor;
  now(): Date;
};
