import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Problem } from '../../contract/problems.ts';
import { formProblemMessage, isProblem } from '../api-client/problem.ts';
import { deleteDraft, loadDraft, saveDraft } from '../store/drafts.ts';
import { useUser } from '../store/user.ts';
import { setFieldErrors } from '../ui/field-errors.ts';
import { showErrorToast } from '../ui/toast.ts';
import { GoalFields } from './goal-fields.tsx';
import { BLANK, FIELDS, type FormOutput, type FormValues, resolver } from './goal-form-values.ts';

type Props = {
  /** Under this name what was typed is kept when the session ends. */
  draft: string;
  initial?: FormValues;
  /** Saves what is filled in and gives the problem that was in the way, if any. */
  save: (filled: FormOutput) => Promise<Problem | null>;
  /** What to say of a problem that is none of a field's. */
  refusal: string;
  className: string;
  /** The buttons at its foot. */
  children: ReactNode;
};

/** The form for a goal, new or old. */
export function GoalForm({ draft, initial = BLANK, save, refusal, className, children }: Props) {
  const user = useUser();
  const [kept] = useState(() => loadDraft<FormValues>(draft, user._id));
  const form = useForm<FormValues, unknown, FormOutput>({ resolver, defaultValues: kept ?? initial });
  useEffect(() => deleteDraft(draft, user._id), [draft, user._id]);

  const submit = form.handleSubmit(async (filled) => {
    const problem = await save(filled);
    if (!problem) return;
    if (isProblem(problem, 'session_required')) saveDraft(draft, user._id, form.getValues());
    if (!setFieldErrors(problem, FIELDS, form.setError))
      showErrorToast(refusal, { description: formProblemMessage(problem) });
  });

  return (
    <form noValidate onSubmit={submit} className={className}>
      <GoalFields form={form} currency={user.currency} />
      {children}
    </form>
  );
}
