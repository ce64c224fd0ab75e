import { type ReactNode, useEffect, useState } from 'react';
import { type DefaultValues, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { FIRST_DAY, GOAL_CATEGORIES, GOAL_DESCRIPTION_MAX, GOAL_TITLE_MAX, LAST_DAY } from '#ledger/model/constants.ts';
import { deleteDraft, loadDraft, saveDraft } from '../../browser-state/drafts.ts';
import { type SendOptions, useFormCommand } from '../../commands/use-command.ts';
import { isProblem } from '../../server/problem.ts';
import { useUser } from '../../server/user.ts';
import { FormField, Input } from '../../ui/fields.tsx';
import { setFieldErrors } from '../../ui/form.ts';
import { AmountField, SelectField, TextAreaField } from '../../ui/registered-fields.tsx';
import { parseAmount } from '../../ui/typed-amount.ts';
import { EMPTY_FORM, GOAL_FIELDS, type GoalFormOutput, type GoalFormValues, resolver } from './goal-form-values.ts';

type GoalFormProps = {
  /** Key of the draft that is saved when the session expires during a submit. */
  draftKey: string;
  initial?: DefaultValues<GoalFormValues>;
  /** Sends the values. */
  send: (output: GoalFormOutput, options: SendOptions<'createGoal' | 'updateGoal'>) => Promise<unknown>;
  className: string;
  /** Buttons below the fields. */
  children: ReactNode;
};

/** Form to create or update a goal. Restores the draft with this key and user. */
export function GoalForm({ draftKey, initial = EMPTY_FORM, send, className, children }: GoalFormProps) {
  const user = useUser();
  const [draft] = useState(() => loadDraft<GoalFormValues>(draftKey, user._id));
  const form = useForm<GoalFormValues, unknown, GoalFormOutput>({ resolver, defaultValues: draft ?? initial });
  useEffect(() => deleteDraft(draftKey, user._id), [draftKey, user._id]);

  const submit = form.handleSubmit(async (output) => {
    await send(output, {
      onFailed: (problem) => {
        if (isProblem(problem, 'session_required')) saveDraft(draftKey, user._id, form.getValues());
        return setFieldErrors(problem, GOAL_FIELDS, form.setError);
      },
    });
  });

  return (
    <form noValidate onSubmit={submit} className={className}>
      <GoalFields form={form} currency={user.currency} />
      {children}
    </form>
  );
}

const CATEGORIES = ['', ...GOAL_CATEGORIES];

type GoalFieldsProps = { form: UseFormReturn<GoalFormValues, unknown, GoalFormOutput>; currency: string };

/** Fields of the goal form. */
function GoalFields({ form: { register, control, formState }, currency }: GoalFieldsProps) {
  const { errors } = formState;
  const [title, description] = useWatch({ control, name: ['title', 'description'] });
  // react-hook-form focuses the first invalid field in the order of registration. Register the title before AmountField
  // does its own.
  const titleField = register('title');
  return (
    <>
      <FormField
        className="col-span-full"
        label="Title"
        error={errors.title?.message}
        count={{ used: title.length, max: GOAL_TITLE_MAX }}
      >
        {(props) => <Input {...props} {...titleField} maxLength={GOAL_TITLE_MAX} autoComplete="off" required />}
      </FormField>
      <AmountField
        label="Amount"
        currency={currency}
        error={errors.finalAmount?.message}
        registration={register('finalAmount', { setValueAs: parseAmount })}
      />
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="Category"
          options={CATEGORIES}
          optional
          error={errors.category?.message}
          registration={register('category')}
        />
        <FormField label="Wanted by" optional error={errors.wantedBy?.message}>
          {(props) => <Input {...props} {...register('wantedBy')} type="date" min={FIRST_DAY} max={LAST_DAY} />}
        </FormField>
      </div>
      <div className="col-span-full">
        <TextAreaField
          label="Description"
          optional
          count={{ used: description.length, max: GOAL_DESCRIPTION_MAX }}
          error={errors.description?.message}
          registration={register('description')}
        />
      </div>
    </>
  );
}

/** Returns the command that creates a goal and then navigates to it. */
export function useCreateGoal(onDone?: () => void) {
  const navigate = useNavigate();
  return useFormCommand('createGoal', {
    saved: 'Goal created',
    failed: 'Unable to create the goal',
    onSaved: ({ goal }) => {
      onDone?.();
      navigate(`/goals/${goal._id}`);
    },
    once: true,
  });
}
