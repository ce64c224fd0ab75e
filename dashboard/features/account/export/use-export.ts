import { useRef, useState } from 'react';
import { call } from '../../../server/client.ts';
import { type Outcome, problemMessage } from '../../../server/problem.ts';
import { showErrorToast, showLoadingToast, showSuccessToast } from '../../../ui/toast.ts';
import { goalsCsv, transactionsCsv } from './export-tables.ts';
import { saveFile } from './save-file.ts';

/** Fetches and formats the data of each export. The key is part of the file name and of the toasts. */
const exporters = {
  transactions: async () =>
    toCsv(await call('getTransactions', {}), ({ transactions }) =>
      transactionsCsv(transactions, window.location.origin),
    ),
  goals: async () => toCsv(await call('getGoals'), ({ goals }) => goalsCsv(goals.toReversed())),
};

function toCsv<Data>(outcome: Outcome<Data>, format: (data: Data) => string): Outcome<string> {
  return outcome.ok ? { ok: true, data: format(outcome.data) } : outcome;
}

/**
 * Returns `start`, which downloads all transactions or goals as CSV and shows toasts. Ignores a start while one is in
 * flight.
 */
export function useExport(what: keyof typeof exporters) {
  const inFlight = useRef(false);
  const [pending, setPending] = useState(false);

  async function start() {
    if (inFlight.current) return;
    inFlight.current = true;
    setPending(true);
    const id = showLoadingToast(`Downloading ${what} data`);
    const csv = await exporters[what]();
    inFlight.current = false;
    setPending(false);
    if (!csv.ok)
      return showErrorToast(`Failed to download ${what} data`, { id, description: problemMessage(csv.problem) });
    saveFile(`${what}.csv`, new Blob([csv.data], { type: 'text/csv;charset=utf-8' }));
    showSuccessToast(`Downloaded ${what} data`, id);
  }

  return { start, pending };
}
