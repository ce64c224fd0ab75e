import { Link } from 'react-router-dom';
import { lastDone } from '../../browser-state/own-changes.ts';
import { addToSavedToast, dismissToastOf } from './undo-change.ts';

/** The query of a rule, and the values that it may set. */
type Rule = { when: string; category?: string; title?: string; tags?: readonly string[] };

/** Offers in the toast of the last change-set of this tab the rule that does the same with new entries. */
export function offerAlways({ when, category, title, tags = [] }: Rule): void {
  const changeSet = lastDone();
  if (changeSet === undefined) return;
  const address = new URLSearchParams({
    when,
    ...(category !== undefined && { category }),
    ...(title !== undefined && { title }),
    ...(tags.length > 0 && { tags: tags.join(' ') }),
  });
  addToSavedToast(
    changeSet,
    <Link className="link touch:min-h-11" to={`/rules/new?${address}`} onClick={() => dismissToastOf(changeSet)}>
      Always do this
    </Link>,
  );
}
