import type Router from '@koa/router';
import type Koa from 'koa';
import type { Log } from '../../platform/log.ts';
import type { Session } from './session.ts';

/** What middleware leaves for those after it. */
export type State = {
  log: Log;
  /** The session the request belongs to; null for a visitor. */
  session: Session | null;
};

export type Context = Koa.ParameterizedContext<State>;
export type AppRouter = Router<State>;
