import type { ChangeSet } from '../../../contract/ledger-calls.ts';

/** The words for kinds of change-sets, in the order of the filter. */
export const KIND_WORDS: Record<ChangeSet['kind'], string> = {
  'create-expense': 'Expense recorded',
  'create-income': 'Income recorded',
  'update-transaction': 'Transaction changed',
  'delete-transaction': 'Transaction deleted',
  'create-transfer': 'Transfer made',
  'update-transfer': 'Transfer changed',
  'delete-transfer': 'Transfer deleted',
  'initial-deposit': 'Initial deposit',
  'update-account-balance': 'Balance set by hand',
  'add-income-and-expense': 'Monthly figures set',
  'create-goal': 'Goal created',
  'update-goal': 'Goal changed',
  'add-money-to-goal': 'Money put aside',
  'delete-goal': 'Goal deleted',
  'open-account': 'Account opened',
  'rename-account': 'Account renamed',
  'close-account': 'Account closed',
  'reopen-account': 'Account opened again',
  'assert-balance': 'Balance confirmed',
  import: 'File imported',
  undo: 'Undone or redone',
  payment: 'Payment',
  'demo-reset': 'Demo reset',
};

/** Kinds that there are only with a second account, or for the demo user. */
const OF_TWO_ACCOUNTS = ['create-transfer', 'update-transfer', 'delete-transfer', 'close-account', 'reopen-account'];

/** The kinds that the filter offers: without those of transfers and of closing where there is one account. */
export function kindsFor(accounts: number): ChangeSet['kind'][] {
  const kinds = Object.keys(KIND_WORDS) as ChangeSet['kind'][];
  return accounts > 1 ? kinds : kinds.filter((kind) => !OF_TWO_ACCOUNTS.includes(kind));
}

/** Whether a change-set of this kind can ever be undone. */
export function isUndoable(kind: ChangeSet['kind']): boolean {
  return kind !== 'payment' && kind !== 'demo-reset';
}
