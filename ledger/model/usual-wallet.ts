import type { AccountKind, Wallet } from './constants.ts';

/**
 * How an expense from an account of a kind is paid, where a file or a line doesn't say so (product 11.3, product 4.17).
 */
export function usualWallet(kind: AccountKind | undefined): Wallet {
  return kind === 'Cash' || kind === 'Credit card' ? kind : 'Bank';
}
