import { type ChangeEvent, useId, useState } from 'react';
import type { ImportMapping, ImportPreview } from '#contract/import-calls.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ErrorText } from '../../ui/fields.tsx';
import { MAPPING_FILE_BYTES_MAX, mappingIn } from './mapping-file.ts';

type Props = { samples: NonNullable<ImportPreview['mapping']>['samples']; onRead: (mapping: ImportMapping) => void };

/** Button that takes the columns from a file that was saved before, by oneself or by somebody of the same bank. */
export function FileOfColumns({ samples, onRead }: Props) {
  const [error, setError] = useState<string>();
  const errorId = useId();

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    target.value = '';
    if (!file) return;
    const mapping =
      file.size > MAPPING_FILE_BYTES_MAX ? 'This is no file of columns' : mappingIn(await file.text(), samples);
    setError(typeof mapping === 'string' ? mapping : undefined);
    if (typeof mapping !== 'string') onRead(mapping);
  }

  return (
    <div className="grid gap-2">
      <label
        className={buttonClass(
          'secondary',
          'cursor-pointer outline-offset-2 outline-focus has-focus-visible:outline-2',
        )}
      >
        Take the columns from a file
        <input
          type="file"
          accept=".json"
          aria-describedby={errorId}
          className="absolute inset-0 w-full cursor-pointer opacity-0 file:cursor-pointer"
          onChange={(event) => void choose(event)}
        />
      </label>
      <ErrorText id={errorId} error={error} />
    </div>
  );
}
