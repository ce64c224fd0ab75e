import { useId, useState } from 'react';
import type { ImportMapping, ImportPreview } from '#contract/import-calls.ts';
import { ErrorText } from '../../ui/fields.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { MAPPING_FILE_BYTES_MAX, mappingIn, NO_MAPPING } from './mapping-file.ts';

type Props = { samples: NonNullable<ImportPreview['mapping']>['samples']; onRead: (mapping: ImportMapping) => void };

/** Button that takes the columns from a file that was saved before, by oneself or by somebody of the same bank. */
export function FileOfColumns({ samples, onRead }: Props) {
  const [error, setError] = useState<string>();
  const errorId = useId();

  async function choose(file: File) {
    const mapping = file.size > MAPPING_FILE_BYTES_MAX ? NO_MAPPING : mappingIn(await file.text(), samples);
    setError(typeof mapping === 'string' ? mapping : undefined);
    if (typeof mapping !== 'string') onRead(mapping);
  }

  return (
    <div className="grid gap-2">
      <FileButton accept=".json" aria-describedby={errorId} onChoose={(file) => void choose(file)}>
        Take the columns from a file
      </FileButton>
      <ErrorText id={errorId} error={error} />
    </div>
  );
}
