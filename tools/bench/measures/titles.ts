import { BASE_PATH } from '#contract/addresses.ts';
import { type BenchServer, headersOf } from '../harness/bench-server.ts';
import { load } from '../harness/load.ts';
import type { Measure } from '../harness/measure.ts';
import { quantile } from '../harness/rounds.ts';
import { userWith } from '../harness/user-with.ts';
import { spent } from './search.ts';

const LOAD_MS = 1_500;
/** The longest that titles may take while somebody types. */
const TITLES_MS_MAX = 20;
/** The typed beginnings of a title, letter by letter; beginnings of words, of none and of all titles among them. */
const TYPED = ['', 'c', 'co', 'cof', 'coff', 'coffee t', 'ph', 'tic', 'é', 'water street 9', 'zz'];

/** Measures the titles that complete what is typed in a ledger of 100,000 entries against their goal. */
export async function measureTitlesOfPast(server: BenchServer): Promise<Measure[]> {
  const user = await userWith(server, spent());
  return [
    {
      name: 'titles that complete what is typed, p50, 100,000 entries ÷ 20 ms',
      unit: 'ms',
      goal: { most: 1 },
      pair: {
        ours: async () => {
          let turn = 0;
          const { latencies } = await load(server.origin, 1, LOAD_MS, () => ({
            method: 'GET',
            path: `${BASE_PATH}/ledger/titles?q=${encodeURIComponent(TYPED[turn++ % TYPED.length] ?? '')}`,
            headers: headersOf(user),
          }));
          return quantile(latencies);
        },
        reference: async () => TITLES_MS_MAX,
      },
    },
  ];
}
