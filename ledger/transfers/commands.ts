import type { CategoryRef } from '../model/categories.ts';
import { type Deciders, type Decision, happened, rejected } from '../model/command-rule.ts';
import { isSame } from '../model/entity-states.ts';
import { type EditOf, valuesAfter } from '../model/fields.ts';
import { type Cents, negated, sum } from '../model/money.ts';
import type { SetFields } from '../model/origins.ts';
import { setIn } from '../model/set-fields.ts';
import { accountOf, type Books, isInBudget, type TransferState } from '../model/state.ts';
import { findCategories } from '../transactions/find-categories.ts';
import type { TransferEvent } from './events.ts';

/** Values of a transfer as a command has them, which names a category by its id or its name. */
type Named<Values> = Omit<Values, 'category'> & { category?: CategoryRef | undefined };
type NamedEdit = Omit<EditOf<'transfer'>, 'category'> & { category?: CategoryRef | null | undefined };

export type TransferCommand =
  | ({ type: 'MakeTransfer'; transferId: string; set?: SetFields | undefined } & Named<TransferState>)
  | ({ type: 'ChangeTransfer'; transferId: string; set?: SetFields | undefined } & NamedEdit)
  | { type: 'DeleteTransfer'; transferId: string };

/** A change that names no account leaves it as it is. */
const accounts = ({ from, to }: Pick<EditOf<'transfer'>, 'from' | 'to'>) =>
  [from, to].filter((accountId) => accountId !== undefined);
const needs = ({ transferId }: { transferId: string }) => ({ transferIds: [transferId] });

/** The rules of transfers (product 4.12). A transfer may overdraw an account. */
export const transferCommands: Deciders<TransferCommand, TransferEvent> = {
  MakeTransfer: {
    accounts,
    decide({ type: _, transferId, set, category, ...named }, state) {
      const found = findCategory(named, category, state);
      if (typeof found === 'object') return found;
      const transfer = { ...named, ...(found !== undefined && { category: found }) };
      const setters = setIn('transfer', null, transfer, set);
      const data = { transferId, ...transfer, ...setters };
      return whyNotMoved(state, [transfer]) ?? happened({ type: 'TransferMade', data });
    },
  },
  ChangeTransfer: {
    accounts,
    needs,
    decide({ type: _, transferId, set, category, ...edit }, state) {
      const before = state.transfers.get(transferId);
      if (!before) return rejected('transfer_not_found');
      const values = valuesAfter('transfer', before, edit);
      const found = findCategory(values, category ?? undefined, state, before);
      if (typeof found === 'object') return found;
      const after = {
        ...values,
        category: categoryAfter(before, values, category === undefined ? undefined : (found ?? null), state),
      };
      if (isSame('transfer', before, after)) return rejected('no_changes');
      const movesMoney = after.from !== before.from || after.to !== before.to || after.amount !== before.amount;
      const why = movesMoney ? whyNotMoved(state, [after, { ...before, from: before.to, to: before.from }]) : null;
      return (
        why ??
        happened({
          type: 'TransferChanged',
          data: { transferId, before, after, ...setIn('transfer', before, after, set) },
        })
      );
    },
  },
  DeleteTransfer: {
    needs,
    decide({ transferId }, state) {
      const transfer = state.transfers.get(transferId);
      if (!transfer) return rejected('transfer_not_found');
      const { from, to, amount } = transfer;
      const why = whyNotMoved(state, [{ from: to, to: from, amount }]);
      return why ?? happened({ type: 'TransferDeleted', data: { transferId, from, to, amount } });
    },
  },
};

/** Whether a transfer goes from an account in the budget to one beside it, or back (product 12.1). */
export function isAcross(state: Books, { from, to }: Pick<TransferState, 'from' | 'to'>): boolean {
  return isInBudget(accountOf(state, from)) !== isInBudget(accountOf(state, to));
}

/**
 * The category that a command names: of expenses where the money leaves the budget, of either kind where it comes.
 * Rejects one that isn't there or doesn't fit, and any of a transfer within the budget or beside it.
 */
function findCategory(
  transfer: Pick<TransferState, 'from' | 'to'>,
  category: CategoryRef | undefined,
  state: Books,
  before?: TransferState,
): string | undefined | Decision<never> {
  if (category === undefined) return undefined;
  if (!isAcross(state, transfer)) return rejected('category_of_transfer');
  const type = isInBudget(accountOf(state, transfer.from)) ? 'Expense' : 'Income';
  const known = before && { category: before.category };
  const found = findCategories({ category }, type, state.categories, { isRefund: true, before: known });
  return 'outcome' in found ? found : found.category;
}

/** The category after an edit: a transfer between other accounts loses one that it can't have. */
function categoryAfter(
  before: TransferState,
  after: TransferState,
  edited: string | null | undefined,
  state: Books,
): string | undefined {
  if (edited !== undefined) return edited ?? undefined;
  if (after.from === before.from && after.to === before.to) return before.category;
  const found = findCategory(after, before.category, state, before);
  return typeof found === 'object' ? undefined : found;
}

/**
 * Rejects to move money within an account, from or to a closed one, or beyond what can be counted, or null if it can be
 * moved.
 */
function whyNotMoved(
  state: Books,
  moves: readonly Pick<TransferState, 'from' | 'to' | 'amount'>[],
): Decision<never> | null {
  if (moves.some(({ from, to }) => from === to)) return rejected('transfer_to_itself');
  const changes = new Map<string, Cents[]>();
  for (const { from, to, amount } of moves) {
    changes.set(from, [...(changes.get(from) ?? []), negated(amount)]);
    changes.set(to, [...(changes.get(to) ?? []), amount]);
  }
  for (const [accountId, amounts] of changes) {
    const { isOpen, balance } = accountOf(state, accountId);
    const change = sum(...amounts);
    if (!isOpen && change !== 0) return rejected('account_closed');
    if (change === null || sum(balance, change) === null) return rejected('amount_too_large');
  }
  return null;
}
