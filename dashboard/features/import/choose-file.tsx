import { IMPORT_MEGABYTES_MAX } from '#contract/limits.ts';
import { chooseImportFile } from '../../browser-state/import-file.ts';
import { useUser } from '../../server/user.ts';
import { FileButton } from '../../ui/file-button.tsx';
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
        <ImportFileButton kind="primary">Choose file</ImportFileButton>
        <p className="max-w-150 text-small text-ink-muted">
          CSV, spreadsheets, OFX, QFX, CAMT.053, MT940 and QIF; books of YNAB, Actual, Firefly III, GnuCash, Beancount
          and hledger; Daybook's own export. At most {IMPORT_MEGABYTES_MAX} MB.
        </p>
      </div>
    </PageSection>
  );
}

type ImportFileButtonProps = { kind?: 'primary' | 'secondary'; children: string };

/** Button whose chosen file becomes the file to import. */
export function ImportFileButton({ kind = 'secondary', children }: ImportFileButtonProps) {
  const { _id } = useUser();
  return (
    <FileButton kind={kind} onChoose={(file) => chooseImportFile(file, _id)}>
      {children}
    </FileButton>
  );
}
