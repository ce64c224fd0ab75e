import type { ImportPreview } from '#contract/import-calls.ts';
import type { Problem } from '#contract/problems.ts';
import { problemMessage } from '../../server/problem.ts';
import { Button } from '../../ui/button.tsx';
import { SpinnerIcon } from '../../ui/icons.tsx';
import { formatFileSize } from '../../ui/image-input.ts';
import { PageSection } from '../../ui/page.tsx';
import { AccountsSection } from './accounts.tsx';
import { CategoriesSection } from './categories.tsx';
import { ImportFileButton } from './choose-file.tsx';
import { ColumnsSection } from './columns.tsx';
import { CommitBar } from './commit-bar.tsx';
import { readAgain, useImport } from './import-store.ts';
import { Imported, Importing } from './imported.tsx';
import { Questions } from './questions.tsx';
import { RowsSection } from './rows.tsx';
import { StatementsSection } from './statements.tsx';
import { budgetWords, counted, dialectWords, FORMAT_NAMES } from './words.ts';

/** The chosen file: its dialect and questions, its rows, and the bar that imports it. */
export function OpenFile({ file }: { file: File }) {
  const { preview, imported, isImporting } = useImport((state) => state);
  return (
    <>
      <FileSection file={file} />
      {imported ? (
        <Imported summary={imported} />
      ) : (
        preview && (
          <>
            {isImporting ? (
              <Importing importId={preview.importId} />
            ) : (
              <>
                {/* The bar at the foot hides no control that gets the focus. */}
                <div className="**:scroll-mb-28">
                  <Questions preview={preview} />
                  {preview.mapping && <ColumnsSection mapping={preview.mapping} format={preview.format} />}
                  <AccountsSection />
                  <CategoriesSection />
                  <StatementsSection />
                </div>
                <RowsSection preview={preview} />
              </>
            )}
            <CommitBar preview={preview} />
          </>
        )
      )}
    </>
  );
}

function FileSection({ file }: { file: File }) {
  const { preview, isReading, problem, imported, isImporting } = useImport((state) => state);
  return (
    <PageSection
      margin={
        preview && (
          <p className="note">
            {FORMAT_NAMES[preview.format]}
            <span className="block text-[1rem] max-md:inline max-md:before:content-[',_']">
              {dialectWords(preview.dialect).join(', ')}
            </span>
          </p>
        )
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="subtitle wrap-anywhere">{file.name}</h2>
          <p role="status" className="mt-1 flex items-center gap-2 text-ink-muted">
            {isReading && <SpinnerIcon size={14} />}
            {isReading
              ? `Reading ${formatFileSize(file.size)}…`
              : preview
                ? rowsText(preview)
                : formatFileSize(file.size)}
          </p>
        </div>
        {!imported && !isImporting && <ImportFileButton>Choose another file</ImportFileButton>}
      </div>
      {preview && !imported && (
        <Remarks
          remarks={[...preview.remarks, ...aboutRules(preview), ...aboutSchedules(preview), ...aboutBudget(preview)]}
        />
      )}
      {problem && !isReading && <Unreadable problem={problem} />}
    </PageSection>
  );
}

/** Sentences about the file, such as parts of it that are not read, or doubtful. */
function Remarks({ remarks }: Pick<ImportPreview, 'remarks'>) {
  if (remarks.length === 0) return null;
  return (
    <ul className="mt-4 grid gap-1">
      {remarks.map((remark) => (
        <li key={remark} className="wrap-anywhere">
          {remark}
        </li>
      ))}
    </ul>
  );
}

/** The sentence about the rules that Daybook's own export brings. */
function aboutRules({ rules }: ImportPreview): string[] {
  return rules === 0 ? [] : [`${counted(rules, 'rule is', 'rules are')} added, behind those that you have.`];
}

/** The sentence about the schedules that Daybook's own export brings. */
function aboutSchedules({ schedules }: ImportPreview): string[] {
  return schedules === 0 ? [] : [`${counted(schedules, 'schedule is', 'schedules are')} added.`];
}

/** The sentence about the budget that a file brings. */
function aboutBudget({ budget }: ImportPreview): string[] {
  const words = budgetWords(budget);
  return words === '' ? [] : [`The budget gets ${words}, where it has none.`];
}

function rowsText({ counts }: ImportPreview): string {
  const count = Object.values(counts).reduce((sum, one) => sum + one, 0);
  return counted(count, 'row', 'rows');
}

/** Reason why there is no preview, in the API's words. */
function Unreadable({ problem }: { problem: Problem }) {
  const message = problem.errors?.file ?? Object.values(problem.errors ?? {})[0];
  return (
    <div role="alert" className="mt-4 flex flex-wrap items-center justify-between gap-4">
      <p>
        <strong className="mr-2 font-semibold text-danger">{message ? problem.title : 'Error'}</strong>{' '}
        <span className="text-ink-muted">{message ?? problemMessage(problem)}</span>
      </p>
      {!message && <Button onClick={() => void readAgain()}>Try again</Button>}
    </div>
  );
}
