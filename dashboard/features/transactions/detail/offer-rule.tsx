import { Link } from 'react-router-dom';
import type { Transaction } from '#contract/transaction.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import { quoted } from '#ledger/search/write-query.ts';
import { noteCorrection } from '../../../browser-state/corrections.ts';
import { lastDone } from '../../../browser-state/own-changes.ts';
import { call } from '../../../server/client.ts';
import { addToSavedToast, dismissToastOf } from '../../../shared/undo/undo-change.ts';

/**
 * After the third equal correction of like titles: offers the rule that would have made them, in the toast of the last
 * one, once the server has said how many entries it would reach. Takes the transaction as it was, and its new category.
 */
export async function offerRule(userId: string, { _id, title }: Transaction, category: string): Promise<void> {
  const changeSet = lastDone();
  const isEnough = noteCorrection(userId, { entry: _id, title: comparableText(title), category });
  if (!isEnough || changeSet === undefined) return;
  const when = `title:${quoted(title)}`;
  const preview = await call('previewRules', { rule: { when, then: { category } }, limit: 1 });
  if (!preview.ok) return;
  const address = `/rules/new?${new URLSearchParams({ when, category })}`;
  addToSavedToast(
    changeSet,
    <Link className="link touch:min-h-11" to={address} onClick={() => dismissToastOf(changeSet)}>
      Make it a rule {reachWords(preview.data.count)}
    </Link>,
  );
}

/** The words for the entries that a rule would reach: the present ones, or else the future ones. */
function reachWords(count: number): string {
  if (count === 0) return 'for new entries';
  return `(${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'})`;
}
