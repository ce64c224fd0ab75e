import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { FEEDBACK_MAX, feedbackInput, RATINGS } from '#contract/feedback-calls.ts';
import { deleteDraft, loadDraft, saveDraft } from '../../browser-state/drafts.ts';
import { useCommand } from '../../commands/use-command.ts';
import { useUser } from '../../server/user.ts';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { field } from '../../ui/form-schema.ts';
import { SelectField, TextAreaField } from '../../ui/registered-fields.tsx';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Dialog for feedback. Closes after success and after failure (product 9.2). */
export function GiveFeedback({ open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Your feedback is valuable to us!"
      description="How do you like Daybook, and what is missing?"
    >
      <FeedbackForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

const DRAFT_KEY = 'feedback';
const { rating, description } = feedbackInput.shape;
const schema = feedbackInput.extend({ rating: field(z.string(), rating), description: field(z.string(), description) });
const resolver = zodResolver(schema);

function FeedbackForm({ onDone }: { onDone: () => void }) {
  const { _id } = useUser();
  const { send, pending } = useCommand('createFeedback', {
    saved: 'Thank you for your feedback!',
    failed: 'Something went wrong',
    onSaved: () => {
      onDone();
      deleteDraft(DRAFT_KEY, _id);
    },
  });
  const { register, control, handleSubmit, getValues, formState } = useForm({
    resolver,
    // A failed submit saves a draft.
    defaultValues: loadDraft<z.input<typeof schema>>(DRAFT_KEY, _id) ?? { rating: '', description: '' },
  });
  const { errors } = formState;
  const description = useWatch({ control, name: 'description' });

  const submit = handleSubmit(async (input) => {
    await send(input, {
      onFailed: () => {
        onDone();
        saveDraft(DRAFT_KEY, _id, getValues());
      },
    });
  });

  return (
    <DialogForm onSubmit={submit}>
      <SelectField
        label="Rating"
        options={['', ...RATINGS]}
        emptyLabel="Choose a rating"
        error={errors.rating?.message}
        registration={register('rating')}
      />
      <TextAreaField
        label="Feedback"
        optional
        rows={5}
        count={{ used: description.length, max: FEEDBACK_MAX }}
        error={errors.description?.message}
        registration={register('description')}
      />
      <DialogActions action="Submit" pending={pending} />
    </DialogForm>
  );
}
