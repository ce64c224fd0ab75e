import { type Decision, happened, type Rules, rejected } from '../model/command-rule.ts';
import { isSame } from '../model/entity-states.ts';
import { type EditOf, valuesAfter } from '../model/fields.ts';
import { type Cents, negated, sum } from '../model/money.ts';
import type { SetFields } from '../model/origins.ts';
import { setIn } from '../model/set-fields.ts';
import { accountOf, type Books, type TransferState } from '../model/state.ts';
import type { TransferEvent } from './events.ts';

export type TransferCommand =
  | ({ type: 'MakeTransfer'; transferId: string; set?: SetFields | undefined } & TransferState)
  | ({ type: 'ChangeTransfer'; transferId: string; set?: SetFields | undefined } & EditOf<'transfer'>)
  | { type: 'DeleteTransfer'; transferId: string };

const accounts = ({ from, to }: EditOf<'transfer'>) => [from, to];
const needs = ({ transferId }: { transferId: string }) => ({ transferIds: [transferId] });

/** The rules of transfers (product 4.12). A transfer may overdraw an account. */
export const transferCommands: Rules<TransferCommand, TransferEvent> = {
  MakeTransfer: {
    accounts,
    decide({ type: _, transferId, set, ...transfer }, state) {
      const said = setIn('transfer', null, transfer, set);
      const data = { transferId, ...transfer, ...said };
      return whyNotMoved(state, [transfer]) ?? happened({ type: 'TransferMade', data });
    },
  },
  ChangeTransfer: {
    accounts,
    needs,
    decide({ type: _, transferId, set, ...edit }, state) {
      const before = state.transfers.get(transferId);
      if (!before) return rejected('transfer_not_found');
      const after = valuesAfter('transfer', before, edit);
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

/**
 * Rejects to move money within an account, from or to a closed one, or beyond what can be counted; null where it can be
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
