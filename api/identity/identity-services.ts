import type pg from 'pg';
import type { Limits } from '../limits/limits.ts';
import type { SessionCookie } from './session-cookie.ts';

/** What accounts and sessions are kept with. */
export type IdentityServices = { database: pg.Pool; cookie: SessionCookie; limits: Limits; now(): Date };
