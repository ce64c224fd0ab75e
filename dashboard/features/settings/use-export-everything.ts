import { useSingleFlight } from '../../commands/use-single-flight.ts';
import { downloadExport } from '../../server/download-export.ts';
import { problemMessage } from '../../server/problem.ts';
import { countWords } from '../../shared/entries/count-words.ts';
import { isLeftUnproved, withProof } from '../../shared/proof/ask-for-proof.ts';
import { formatFileSize } from '../../ui/image-input.ts';
import { saveFile } from '../../ui/save-file.ts';
import { dismissToast, showErrorToast, showLoadingToast, showSuccessToast } from '../../ui/toast.ts';

/** The shortest time between two reports of progress. */
const PROGRESS_MS = 250;

/**
 * Returns `start`, which downloads everything as a zip, with a toast that says how much has come. Ignores a start while
 * one is in flight.
 */
export function useExportEverything() {
  return useSingleFlight(async () => {
    const id = showLoadingToast('Exporting everything');
    let reportedAt = performance.now();
    const exported = await withProof(() =>
      downloadExport((entries, bytes) => {
        if (performance.now() - reportedAt < PROGRESS_MS) return;
        reportedAt = performance.now();
        showLoadingToast(`Exporting ${countWords(entries)}: ${formatFileSize(bytes)} so far`, id);
      }),
    );
    if (isLeftUnproved(exported)) return dismissToast(id);
    if (!exported.ok)
      return void showErrorToast('Failed to export everything', { id, description: problemMessage(exported.problem) });
    const { name, zip } = exported.data;
    saveFile(name, zip);
    showSuccessToast(`Exported everything: ${formatFileSize(zip.size)}`, id);
  });
}
