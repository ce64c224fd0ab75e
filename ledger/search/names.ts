import { idsByName } from '#ledger/model/comparable-names.ts';
import type { Calendar } from '#ledger/model/constants.ts';
import type { QueryNames } from './query.ts';

type Named = {
  accounts: ReadonlyMap<string, { name: string }>;
  categories: ReadonlyMap<string, Omit<QueryNames['categories'][number], 'id'>>;
};

const lists = new WeakMap<
  Named['accounts'] | Named['categories'],
  Pick<QueryNames, 'accounts'> | Pick<QueryNames, 'categories'>
>();

/**
 * The names of a ledger that a query may have; `today` is an ISO date in the caller's zone. The lists are made once for
 * the maps of a revision, which never change, so that each name is compared once.
 */
export function namesIn({ accounts, categories }: Named, today: string, calendar?: Calendar): QueryNames {
  return {
    today,
    calendar,
    ...listedOnce(accounts, () => ({
      accounts: [...accounts].map(([accountId, { name }]) => ({ accountId, name })),
    })),
    ...listedOnce(categories, () => ({
      categories: [...categories].map(([id, { name, kind, parent }]) => ({ id, name, kind, parent })),
    })),
  };
}

function listedOnce<List extends Pick<QueryNames, 'accounts'> | Pick<QueryNames, 'categories'>>(
  map: Named['accounts'] | Named['categories'],
  make: () => List,
): List {
  const known = (lists.get(map) as List | undefined) ?? make();
  lists.set(map, known);
  return known;
}

/** The ids of accounts by their comparable names. */
export function accountsByName({ accounts }: QueryNames) {
  return idsByName(accounts, ({ accountId, name }) => ({ id: accountId, name }));
}

/** The ids of categories, of both kinds, by their comparable names. */
export function categoriesByName({ categories }: QueryNames) {
  return idsByName(categories, (category) => category);
}
