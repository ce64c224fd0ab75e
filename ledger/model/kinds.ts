import type { Categories } from './categories.ts';
import { EVERYDAY } from './constants.ts';
import type { EntityState } from './entity-states.ts';
import type { EntityKind } from './fields.ts';

/** The traits of a kind of entity that undo depends on. */
type Traits<Kind extends EntityKind> = {
  /** The name or title, or null if there is none. */
  nameOf(state: EntityState<Kind>): string | null;
  /** The accounts that hold its money: `everyday` or ids. */
  accountsOf(state: EntityState<Kind>): string[];
  /** The fields that name these accounts. */
  accountFields: readonly string[];
  /** Whether its values, which different change-sets may have set, fit each other. */
  fits(state: EntityState<Kind>, categories: Categories): boolean;
};

const noAccounts = { accountsOf: () => [], accountFields: [] };
const always = () => true;

const TRAITS: { [Kind in EntityKind]: Traits<Kind> } = {
  transaction: {
    nameOf: ({ title }) => title,
    accountsOf: ({ accountId }) => [accountId ?? EVERYDAY],
    accountFields: ['accountId'],
    fits({ type, category, wallet, parts, amount }, categories) {
      const isWhole = parts === undefined || parts.reduce((sum, part) => sum + part.amount, 0) === amount;
      // An income may have a category of expenses: it is a refund then.
      const areOfType = [category, ...(parts ?? []).map((part) => part.category)].every(
        (each) => type === 'Income' || each === undefined || categories.get(each)?.kind !== 'Income',
      );
      const isEither = parts === undefined || category === undefined;
      return isWhole && areOfType && isEither && (type === 'Expense') === (wallet !== undefined);
    },
  },
  transfer: {
    nameOf: ({ title }) => title ?? null,
    accountsOf: ({ from, to }) => [from, to],
    accountFields: ['from', 'to'],
    fits: ({ from, to }) => from !== to,
  },
  goal: { nameOf: ({ title }) => title, ...noAccounts, fits: always },
  account: { nameOf: ({ name }) => name, ...noAccounts, fits: always },
  category: { nameOf: ({ name }) => name, ...noAccounts, fits: always },
  figures: { nameOf: () => null, ...noAccounts, fits: always },
  balance: { nameOf: () => null, ...noAccounts, fits: always },
  rule: { nameOf: ({ when }) => when.text, ...noAccounts, fits: always },
  ruleOrder: { nameOf: () => null, ...noAccounts, fits: always },
  plan: { nameOf: () => null, ...noAccounts, fits: always },
  carry: { nameOf: () => null, ...noAccounts, fits: always },
  target: { nameOf: () => null, ...noAccounts, fits: always },
  schedule: {
    nameOf: ({ title }) => title,
    ...noAccounts,
    fits: ({ type, category, wallet, toAccountId }) =>
      (type === 'Transfer') === (toAccountId !== undefined) &&
      (type === 'Expense') === (wallet !== undefined) &&
      (type !== 'Transfer' || category === undefined),
  },
  occurrence: { nameOf: () => null, ...noAccounts, fits: always },
};

export function traitsOf(kind: EntityKind): Traits<EntityKind> {
  return TRAITS[kind];
}
