import { useRef, useState } from 'react';
import { call } from '../api-client/client.ts';
import { explain, type Outcome } from '../api-client/problem.ts';
import { failed, said, underWay } from '../ui/toast.ts';
import { saveCsv } from './save-file.ts';
import { goalsTable, transactionsTable } from './tables.ts';

/** What can be exported, by the word the messages and the file have for it. */
const exported = {
  transactions: async () =>
    tableOf(await call('getTransactions', {}), ({ transactions }) =>
      transactionsTable(transactions, window.location.origin),
    ),
  goals: async () => tableOf(await call('getGoals'), ({ goals }) => goalsTable(goals.toReversed())),
};

function tableOf<Data>(outcome: Outcome<Data>, write: (data: Data) => string): Outcome<string> {
  return outcome.ok ? { ok: true, data: write(outcome.data) } : outcome;
}

/** Downloads all transactions or goals as a CSV file and tells how that goes. One export of a kind at a time. */
export function useExport(what: keyof typeof exported) {
  const underWayNow = useRef(false);
  const [pending, setPending] = useState(false);

  async function start() {
    if (underWayNow.current) return;
    underWayNow.current = true;
    setPending(true);
    const id = underWay(`Downloading ${what} data`);
    const table = await exported[what]();
    underWayNow.current = false;
    setPending(false);
    if (!table.ok) return failed(`Failed to download ${what} data`, { id, description: explain(table.problem) });
    saveCsv(`${what}.csv`, table.data);
    said(`Downloaded ${what} data`, id);
  }

  return { start, pending };
}
