import { zodResolver } from '@hookform/resolvers/zod';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { FEEDBACK_MAX, feedbackInput, RATINGS } from '../../contract/feedback.ts';
import { explain } from '../api-client/problem.ts';
import { useCommand } from '../api-client/use-command.ts';
import { dropDraft, keepDraft, keptDraft } from '../store/drafts.ts';
import { useUser } from '../store/user.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextAreaField } from '../ui/text-area-field.tsx';
import { failed, said } from '../ui/toast.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Asks what somebody thinks of Daybook. It closes whatever comes of it. */
export function GiveFeedback({ open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Your feedback is valuable to us!"
      description="How do you like Daybook, and what is missing?"
    >
      <FeedbackForm done={() => onOpenChange(false)} />
    </Dialog>
  );
}

const FORM = 'feedback';
type Fields = { rating: string; description: string };
type Filled = z.output<typeof feedbackInput>;

// Fields hold texts where the schema wants one of the given words: finding that out is what the resolver is for.
const resolver = zodResolver(feedbackInput) as unknown as Resolver<Fields, unknown, Filled>;

function FeedbackForm({ done }: { done: () => void }) {
  const { _id } = useUser();
  const { send, pending } = useCommand('createFeedback');
  const { register, control, handleSubmit, getValues, formState } = useForm<Fields, unknown, Filled>({
    resolver,
    // What could not be sent the last time.
    defaultValues: keptDraft<Fields>(FORM, _id) ?? { rating: '', description: '' },
  });
  const { errors } = formState;
  const written = useWatch({ control, name: 'description' });

  const submit = handleSubmit(async (input) => {
    const outcome = await send(input);
    if (!outcome) return;
    done();
    if (outcome.ok) {
      dropDraft(FORM, _id);
      said('Thank you for your feedback!');
    } else {
      keepDraft(FORM, _id, getValues());
      failed('Something went wrong', { description: explain(outcome.problem) });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="dialog-form">
      <SelectField
        label="Rating"
        choices={['', ...RATINGS]}
        none="Choose a rating"
        error={errors.rating?.message}
        registration={register('rating')}
      />
      <TextAreaField
        label="Feedback"
        optional
        rows={5}
        count={{ used: written.length, max: FEEDBACK_MAX }}
        error={errors.description?.message}
        registration={register('description')}
      />
      <DialogActions action="Submit" pending={pending} />
    </form>
  );
}
