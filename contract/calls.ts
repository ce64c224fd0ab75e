import type { z } from 'zod';
import { accountCalls } from './account-calls.ts';
import type { addresses } from './addresses.ts';
import { budgetCalls } from './budget-calls.ts';
import { bulkCalls } from './bulk-calls.ts';
import type { Call } from './call.ts';
import { categoryCalls } from './category-calls.ts';
import { demoCalls } from './demo-calls.ts';
import { explainCalls } from './explain-calls.ts';
import { feedbackCalls } from './feedback-calls.ts';
import { forecastCalls } from './forecast-calls.ts';
import { goalCalls } from './goal-calls.ts';
import { importCalls } from './import-calls.ts';
import { ledgerCalls } from './ledger-calls.ts';
import { lineCalls } from './line-calls.ts';
import { paymentCalls } from './payment-calls.ts';
import { proposalCalls } from './proposal-calls.ts';
import { reconcileCalls } from './reconcile-calls.ts';
import { reportCalls } from './report-calls.ts';
import { ruleCalls } from './rule-calls.ts';
import { scheduleCalls } from './schedule-calls.ts';
import { searchCalls } from './search-calls.ts';
import { signInCalls } from './sign-in-calls.ts';
import { statisticsCalls } from './statistics-calls.ts';
import { toFileCalls } from './to-file-calls.ts';
import { tokenCalls } from './token-calls.ts';
import { transactionCalls } from './transaction-calls.ts';
import { transferCalls } from './transfer-calls.ts';
import { userCalls } from './user-calls.ts';
import { webhookCalls } from './webhook-calls.ts';

/** Every API call (product 7.1), by call name. */
export const calls = {
  ...userCalls,
  ...signInCalls,
  ...tokenCalls,
  ...proposalCalls,
  ...webhookCalls,
  ...transactionCalls,
  ...transferCalls,
  ...accountCalls,
  ...categoryCalls,
  ...reconcileCalls,
  ...importCalls,
  ...goalCalls,
  ...statisticsCalls,
  ...ledgerCalls,
  ...lineCalls,
  ...searchCalls,
  ...bulkCalls,
  ...toFileCalls,
  ...ruleCalls,
  ...budgetCalls,
  ...scheduleCalls,
  ...forecastCalls,
  ...explainCalls,
  ...reportCalls,
  ...paymentCalls,
  ...feedbackCalls,
  ...demoCalls,
} as const satisfies Record<keyof typeof addresses, Call>;

export type CallName = keyof typeof calls;

/** Names of the calls of the given kinds. */
export type CallOf<Kind extends Call['kind']> = {
  [Name in CallName]: (typeof calls)[Name]['kind'] extends Kind ? Name : never;
}[CallName];
export type CommandName = CallOf<'command'>;

/** Names of the calls that take a file. */
export type CallWithFile = {
  [Name in CallName]: (typeof calls)[Name] extends { file: object } ? Name : never;
}[CallName];

/** Type of the body or query that a caller sends, before the schema applies defaults. */
export type CallInput<Name extends CallName> = (typeof calls)[Name] extends { body: infer Body extends z.ZodType }
  ? z.input<Body>
  : (typeof calls)[Name] extends { query: infer Query extends z.ZodType }
    ? z.input<Query>
    : undefined;

/** Type of `data` in the response. */
export type CallData<Name extends CallName> = z.infer<(typeof calls)[Name]['data']>;
