import { useKnown } from '../../browser-state/known.ts';
import { useSingleFlight } from '../../commands/use-single-flight.ts';
import { allEntries } from '../../server/entry-queries.ts';
import { problemMessage } from '../../server/problem.ts';
import { useUser } from '../../server/user.ts';
import { saveFile } from '../../ui/save-file.ts';
import { showErrorToast, showLoadingToast, showSuccessToast } from '../../ui/toast.ts';

type Props = {
  /** The query. */
  asked: string;
  label?: string;
  /** The name of the file, without `.csv`. */
  fileName?: string;
};

/** Button that downloads all entries that a query finds as CSV (product 9.7). */
export function DownloadFound({ asked, label = 'Download these', fileName = 'found' }: Props) {
  const user = useUser();
  const known = useKnown();
  const { start, pending } = useSingleFlight(async () => {
    const id = showLoadingToast('Downloading what is found');
    const [found, { foundCsv }] = await Promise.all([allEntries(asked, known), import('./found-csv.ts')]);
    if (!found.ok) {
      return void showErrorToast('Failed to download what is found', {
        id,
        description: problemMessage(found.problem),
      });
    }
    const csv = foundCsv(found.data, user, window.location.origin);
    saveFile(`${fileName}.csv`, new Blob([csv], { type: 'text/csv;charset=utf-8' }));
    showSuccessToast('Downloaded what is found', id);
  });
  return (
    <button type="button" className="link text-small print:hidden" aria-disabled={pending} onClick={() => void start()}>
      {label}
    </button>
  );
}
