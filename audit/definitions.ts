import { type EventType, type LedgerEvent, postingsOf } from '#ledger/events.ts';
import { posted, UNUSED } from '#ledger/model/double-entry.ts';
import { AUDITED_BALANCE } from './model/audit-ledger.ts';
import type { AuditDefinition } from './model/definition.ts';
import { accountDefinitions } from './topics/accounts.ts';
import { balanceDefinitions } from './topics/balance.ts';
import { budgetDefinitions } from './topics/budget.ts';
import { categoryDefinitions } from './topics/categories.ts';
import { changeSetDefinitions } from './topics/change-sets.ts';
import { goalDefinitions } from './topics/goals.ts';
import { importDefinitions } from './topics/imports.ts';
import { paymentDefinitions } from './topics/payments.ts';
import { resetDefinitions } from './topics/reset.ts';
import { ruleDefinitions } from './topics/rules.ts';
import { scheduleDefinitions } from './topics/schedules.ts';
import { transactionDefinitions } from './topics/transactions.ts';
import { transferDefinitions } from './topics/transfers.ts';

/** How the audit treats each event, by the event's type. */
export const auditDefinitions: { readonly [Type in EventType]: AuditDefinition<LedgerEvent<Type>['data']> } = {
  ...balanceDefinitions,
  ...transactionDefinitions,
  ...transferDefinitions,
  ...goalDefinitions,
  ...accountDefinitions,
  ...categoryDefinitions,
  ...importDefinitions,
  ...changeSetDefinitions,
  ...ruleDefinitions,
  ...budgetDefinitions,
  ...scheduleDefinitions,
  ...paymentDefinitions,
  ...resetDefinitions,
};

/** The id of the entity that an event is about, as its definition gives it; null for none. */
export function auditedEntity<Type extends EventType>({ type, data }: LedgerEvent<Type>): string | null {
  return auditDefinitions[type].about?.(data) ?? null;
}

/**
 * The accounts that an event opens, renames, closes, reopens, removes or restores, whose money its postings move, or of
 * which it confirms a day.
 */
export function auditedAccounts<Type extends EventType>(event: LedgerEvent<Type>): string[] {
  const own = auditDefinitions[event.type].account?.(event.data) ?? null;
  const postings = Object.entries(posted(UNUSED, postingsOf(event, UNUSED)))
    .filter(([account, amount]) => account.startsWith(AUDITED_BALANCE) && amount !== 0n)
    .map(([account]) => account.slice(AUDITED_BALANCE.length));
  return own === null ? postings : [own, ...postings];
}
