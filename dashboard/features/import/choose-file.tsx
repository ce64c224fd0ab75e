import type { ChangeEvent } from 'react';
import { IMPORT_MEGABYTES_MAX } from '#contract/limits.ts';
import { chooseImportFile } from '../../browser-state/import-file.ts';
import { useUser } from '../../server/user.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PageSection } from '../../ui/page.tsx';

/** Screen while no file is chosen: also after a reload, since the browser doesn't keep the file. */
export function ChooseFile() {
  return (
    <PageSection kind="plain">
      <div className="grid justify-items-start gap-4 border-t border-rule pt-6">
        <p className="max-w-150">
          Take a file from your bank, or the books of another program. You see what each row would become before
          anything is written, and can take the whole back afterwards.
        </p>
        <FileButton kind="primary">Choose file</FileButton>
        <p className="max-w-150 text-small text-ink-muted">
          CSV, spreadsheets, OFX, QFX, CAMT.053, MT940 and QIF; books of YNAB, Actual, Firefly III, GnuCash, Beancount
          and hledger; Daybook's own export. At most {IMPORT_MEGABYTES_MAX} MB.
        </p>
      </div>
    </PageSection>
  );
}

type FileButtonProps = { kind?: 'primary' | 'secondary'; children: string };

/** Button that opens the browser's file dialog. The chosen file becomes the file to import. */
export function FileButton({ kind = 'secondary', children }: FileButtonProps) {
  const { _id } = useUser();

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // Without this, choosing the same file again, such as after a change, would fire no event.
    target.value = '';
    if (file) chooseImportFile(file, _id);
  }

  return (
    <label className={buttonClass(kind, 'cursor-pointer outline-offset-2 outline-focus has-focus-visible:outline-2')}>
      {children}
      <input
        type="file"
        className="absolute inset-0 w-full cursor-pointer opacity-0 file:cursor-pointer"
        onChange={choose}
      />
    </label>
  );
}
