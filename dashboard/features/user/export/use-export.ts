import { goalsCsv } from '#contract/goals-csv.ts';
import { useSingleFlight } from '../../../commands/use-single-flight.ts';
import { call } from '../../../server/client.ts';
import { type CallOutcome, problemMessage } from '../../../server/problem.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { showErrorToast, showLoadingToast, showSuccessToast } from '../../../ui/toast.ts';
import { transactionsCsv } from './export-tables.ts';

/** Fetches and formats the data of each export. The key is part of the file name and of the toasts. */
const exporters = {
  transactions: async () =>
    toCsv(await call('getTransactions', {}), ({ transactions }) =>
      transactionsCsv(transactions, window.location.origin),
    ),
  goals: async () => toCsv(await call('getGoals'), ({ goals }) => goalsCsv(goals.toReversed())),
};

function toCsv<Data>(outcome: CallOutcome<Data>, format: (data: Data) => string): CallOutcome<string> {
  return outcome.ok ? { ok: true, data: format(outcome.data) } : outcome;
}

/**
 * Returns `start`, which downloads all transactions or goals as CSV and shows toasts. Ignores a start while one is in
 * flight.
 */
export function useExport(table: keyof typeof exporters) {
  return useSingleFlight(async () => {
    const id = showLoadingToast(`Downloading ${table} data`);
    const csv = await exporters[table]();
    if (!csv.ok)
      return void showErrorToast(`Failed to download ${table} data`, { id, description: problemMessage(csv.problem) });
    saveFile(`${table}.csv`, new Blob([csv.data], { type: 'text/csv;charset=utf-8' }));
    showSuccessToast(`Downloaded ${table} data`, id);
  });
}
