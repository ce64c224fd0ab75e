import { REPORT_NAME_MAX } from '#contract/limits.ts';
import { saveReportInput } from '#contract/report-calls.ts';
import { useCommandForm } from '../../commands/use-command-form.ts';
import { replace } from '../../server/cache.ts';
import { savedReportsQuery } from '../../server/report-queries.ts';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/registered-fields.tsx';
import { inputOf, type ShownQuestion } from './question.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void; question: ShownQuestion; sentence: string };

/** Dialog that keeps a report under a name (product 14.7). */
export function KeepDialog({ open, onOpenChange, question, sentence }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keep this report"
      description="It moves on with the days. A report of the same name gets this question."
    >
      <KeepForm question={question} sentence={sentence} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function KeepForm({ question, sentence, onDone }: Pick<Props, 'question' | 'sentence'> & { onDone: () => void }) {
  const { register, errors, submit, pending } = useCommandForm('saveReport', {
    schema: saveReportInput.pick({ name: true }),
    defaultValues: { name: '' },
    fields: ['name'],
    input: ({ name }) => ({ name, picture: question.picture, query: inputOf(question) }),
    saved: 'Report kept',
    failed: 'Unable to keep the report',
    onSaved: ({ reports }) => {
      replace(savedReportsQuery.queryKey, reports);
      onDone();
    },
  });
  return (
    <DialogForm onSubmit={submit}>
      <TextInput
        label="Name"
        autoComplete="off"
        maxLength={REPORT_NAME_MAX}
        error={errors.name?.message}
        registration={register('name')}
      />
      <p className="text-small wrap-anywhere text-ink-muted">{sentence}</p>
      <DialogActions action="Keep" pending={pending} />
    </DialogForm>
  );
}
