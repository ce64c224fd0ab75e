import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Problem } from '../../contract/problems.ts';
import { formProblemMessage, isProblem } from '../api-client/problem.ts';
import { deleteDraft, loadDraft, saveDraft } from '../store/drafts.ts';
import { useUser } from '../store/user.ts';
import { setFieldErrors } from '../ui/field-errors.ts';
import { showErrorToast } from '../ui/toast.ts';
import { GoalFields } from './goal-fields.tsx';
import { EMPTY_FORM, FIELDS, type FormOutput, type FormValues, resolver } from './goal-form-values.ts';

type Props = {
  /** Key of the draft that is saved when the session expires during a submit. */
  draftKey: string;
  initial?: FormValues;
  /** Submits the values. Resolves to the problem, or to null on success. */
  save: (output: FormOutput) => Promise<Problem | null>;
  /** Title of the toast for a problem without field errors. */
  failureTitle: string;
  className: string;
  /** Buttons below the fields. */
  children: ReactNode;
};

/** Form to create or update a goal. Restores the draft with this key and user. */
export function GoalForm({ draftKey, initial = EMPTY_FORM, save, failureTitle, className, children }: Props) {
  const user = useUser();
  const [draft] = useState(() => loadDraft<FormValues>(draftKey, user._id));
  const form = useForm<FormValues, unknown, FormOutput>({ resolver, defaultValues: draft ?? initial });
  useEffect(() => deleteDraft(draftKey, user._id), [draftKey, user._id]);

  const submit = form.handleSubmit(async (output) => {
    const problem = await save(output);
    if (!problem) return;
    if (isProblem(problem, 'session_required')) saveDraft(draftKey, user._id, form.getValues());
    if (!setFieldErrors(problem, FIELDS, form.setError))
      showErrorToast(failureTitle, { description: formProblemMessage(problem) });
  });

  return (
    <form noValidate onSubmit={submit} className={className}>
      <GoalFields form={form} currency={user.currency} />
      {children}
    </form>
  );
}
