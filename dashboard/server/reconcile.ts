import type { CallData } from '../../contract/calls.ts';
import type { ConfirmedDay } from '../../contract/reconcile-calls.ts';
import { call } from './client.ts';
import { mapData } from './problem.ts';
import { type InTime, inTime, keyAt, type Resource } from './resource.ts';

const CONFIRMED_DAYS = 'confirmed days';
const MISSING = 'missing';

/** The first parts of the keys of what commands change. */
export const RECONCILE_KEYS = [[CONFIRMED_DAYS], [MISSING]] as const;

/** The confirmed days of an account, newest first. */
export function confirmedDaysResource(accountId: string): InTime<Resource<readonly ConfirmedDay[]>> {
  return inTime((at) => ({
    key: keyAt(at, CONFIRMED_DAYS, accountId),
    load: async () => mapData(await call('confirmedDays', { accountId, ...at }), ({ days }) => days),
  }));
}

/** The difference of a confirmed day of an account, with its likely causes. */
export function missingResource(accountId: string, date: string): Resource<CallData<'findMissing'>> {
  return { key: [MISSING, accountId, date], load: () => call('findMissing', { accountId, date }) };
}
