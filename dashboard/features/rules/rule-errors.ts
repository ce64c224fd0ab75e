import type { Problem } from '#contract/problems.ts';
import { isRetryable, problemMessage } from '../../server/problem.ts';
import { isWhole, type RuleValues } from './rule-values.ts';

/** The errors of the fields, and of the form as a whole. */
export type RuleErrors = Partial<
  Record<'when' | 'category' | 'title' | 'wallet' | 'tags' | 'note' | 'parts' | 'form', string>
>;

/** Fields of the calls by the form's names. */
const FIELD_OF: Readonly<Record<string, keyof RuleErrors>> = { addTags: 'tags', split: 'parts' };

/** The messages of a rule: its query isn't understood, a problem, or what is missing once it was tried. */
export function errorsOf(
  problem: Problem | null,
  values: RuleValues,
  notUnderstood: string | undefined,
  isTried: boolean,
): RuleErrors {
  const errors: RuleErrors = {};
  const errorEntries = Object.entries(problem?.errors ?? {});
  for (const [path, message] of errorEntries) {
    const name = path.split('.').findLast((part) => !/^\d+$/.test(part) && !['rule', 'then'].includes(part)) ?? '';
    const inSplit = path.includes('split');
    const field = inSplit ? 'parts' : (FIELD_OF[name] ?? name);
    errors[isField(field) ? field : 'form'] ??= message;
  }
  if (problem && errorEntries.length === 0 && !isRetryable(problem)) errors.form = problemMessage(problem);
  if (notUnderstood !== undefined) errors.when = notUnderstood;
  if (isTried && values.when.trim() === '') errors.when = 'Say which entries it is about';
  else if (isTried && !isWhole(values)) {
    // With parts it says what becomes of them, but of a part not how much.
    if (values.parts.length > 0) errors.parts ??= 'Give each part a share';
    else errors.category ??= 'Say what becomes of them';
  }
  return errors;
}

const isField = (name: string): name is keyof RuleErrors =>
  ['when', 'category', 'title', 'wallet', 'tags', 'note', 'parts'].includes(name);
