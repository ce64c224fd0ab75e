import { idsByName } from '#ledger/model/comparable-names.ts';
import type { Calendar } from '#ledger/model/constants.ts';
import type { Names } from './query.ts';

type Named = {
  accounts: ReadonlyMap<string, { name: string }>;
  categories: ReadonlyMap<string, Omit<Names['categories'][number], 'id'>>;
};

const lists = new WeakMap<
  Named['accounts'] | Named['categories'],
  Pick<Names, 'accounts'> | Pick<Names, 'categories'>
>();

/**
 * The names of a ledger that a query may have; `today` is an ISO date in the caller's zone. The lists are made once for
 * the maps of a revision, which never change, so that each name is compared once.
 */
export function namesIn({ accounts, categories }: Named, today: string, calendar?: Calendar): Names {
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

function listedOnce<List extends Pick<Names, 'accounts'> | Pick<Names, 'categories'>>(
  map: Named['accounts'] | Named['categories'],
  make: () => List,
): List {
  const known = (lists.get(map) as List | undefined) ?? make();
  lists.set(map, known);
  return known;
}

/** The ids of accounts by their comparable names. */
export function accountsByName({ accounts }: Names) {
  return idsByName(accounts, ({ accountId, name }) => ({ id: accountId, name }));
}

/** The ids of categories, of both kinds, by their comparable names. */
export function categoriesByName({ categories }: Names) {
  return idsByName(categories, (category) => category);
}
