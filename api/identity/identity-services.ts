import type pg from 'pg';
import type { Limits } from '../limits/limits.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Dependencies of accounts and sessions. */
export type IdentityServices = { database: pg.Pool; cookie: SessionCookie; limits: Limits; now(): Date };
