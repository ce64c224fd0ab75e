import { type SubmitEvent, useState } from 'react';
import { useCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, FormField, Input } from '../../ui/fields.tsx';
import { DIALOG_BUTTONS } from '../../ui/overlay.ts';
import { DryRun } from './dry-run.tsx';
import { usePreview } from './use-preview.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Dialog that runs all rules that are on over the entries that are there, with what that would do. */
export function RunRules({ open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      shape="list"
      title="Run over the Past"
      description="All rules that are on, from the first to the last. You can undo exactly this run in History."
    >
      <RunForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function RunForm({ onDone }: { onDone: () => void }) {
  const [q, setQ] = useState('');
  const [overwrite, setOverwrite] = useState(false);
  const input = { ...(q.trim() !== '' && { q: q.trim() }), ...(overwrite && { overwrite }) };
  const { preview, isCurrent } = usePreview(input);
  const count = preview.data?.count ?? 0;
  const { send, pending } = useCommand('runRules', {
    saved: ranWords(count),
    failed: 'Unable to run the rules',
    onSaved: onDone,
  });
  const refusal = preview.isError && preview.error.problem.code === 'invalid' ? preview.error.problem : null;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isCurrent && count > 0) void send(input);
  }

  return (
    <form noValidate className="mt-5 flex min-h-0 flex-col" onSubmit={submit}>
      <FormField
        label="Only what is found by"
        optional
        error={refusal ? (Object.values(refusal.errors ?? {})[0] ?? refusal.title) : undefined}
      >
        {(props) => (
          <Input
            {...props}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="date:this-year category:-"
            value={q}
            onChange={({ target }) => setQ(target.value)}
          />
        )}
      </FormField>
      <Checkbox label="Also what was set by hand" checked={overwrite} onChange={setOverwrite} />
      <section aria-label="What they would do" className={SCROLLED} tabIndex={preview.data ? 0 : undefined}>
        <DryRun preview={preview} isCurrent={isCurrent} />
      </section>
      <div className={`${DIALOG_BUTTONS} mt-4`}>
        <Button kind="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" kind="primary" pending={pending} disabled={!isCurrent || count === 0}>
          {isCurrent && count > 0 ? `Run over ${entriesWords(count)}` : 'Run'}
        </Button>
      </div>
    </form>
  );
}

/** It takes the height left by the title and buttons, and reaches to the edges of the dialog. */
const SCROLLED = '-mx-7 min-h-24 overflow-y-auto overscroll-contain border-b border-rule-strong px-7 pb-4';

/** The words for a number of entries. */
export function entriesWords(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`;
}

/** The toast after a run over a number of entries. */
export const ranWords = (count: number) => `${entriesWords(count)} changed by rules`;
