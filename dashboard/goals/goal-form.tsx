import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Problem } from '../../contract/problems.ts';
import { explainToWriter, isProblem } from '../api-client/problem.ts';
import { dropDraft, keepDraft, keptDraft } from '../store/drafts.ts';
import { useUser } from '../store/user.ts';
import { complain } from '../ui/form-problem.ts';
import { failed } from '../ui/toast.ts';
import { BLANK, FIELDS, type Fields, type Filled, resolver } from './fields.ts';
import { GoalFields } from './goal-fields.tsx';

type Props = {
  /** Under this name what was typed is kept when the session ends. */
  draft: string;
  initial?: Fields;
  /** Saves what is filled in and gives the problem that was in the way, if any. */
  save: (filled: Filled) => Promise<Problem | null>;
  /** What to say of a problem that is none of a field's. */
  refusal: string;
  className: string;
  /** The buttons at its foot. */
  children: ReactNode;
};

/** The form for a goal, new or old. */
export function GoalForm({ draft, initial = BLANK, save, refusal, className, children }: Props) {
  const user = useUser();
  const [kept] = useState(() => keptDraft<Fields>(draft, user._id));
  const form = useForm<Fields, unknown, Filled>({ resolver, defaultValues: kept ?? initial });
  useEffect(() => dropDraft(draft, user._id), [draft, user._id]);

  const submit = form.handleSubmit(async (filled) => {
    const problem = await save(filled);
    if (!problem) return;
    if (isProblem(problem, 'session_required')) keepDraft(draft, user._id, form.getValues());
    if (!complain(problem, FIELDS, form.setError)) failed(refusal, { description: explainToWriter(problem) });
  });

  return (
    <form noValidate onSubmit={submit} className={className}>
      <GoalFields form={form} currency={user.currency} />
      {children}
    </form>
  );
}
