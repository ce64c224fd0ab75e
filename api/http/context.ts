import type Router from '@koa/router';
import type Koa from 'koa';
import type { Log } from '#platform/log.ts';
import type { Session } from './session.ts';

/** The request state that middleware sets for later middleware. */
export type State = {
  log: Log;
  /** Null without a valid session cookie. */
  session: Session | null;
  /** Whether the user of the session has Premium today (product 1.2). */
  hasPremium: boolean;
};

export type Context = Koa.ParameterizedContext<State>;
export type AppRouter = Router<State>;
