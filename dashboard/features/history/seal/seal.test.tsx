import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { answerChangeSets, changeSetOf, SEAL } from '../../../testing/change-sets.ts';
import { expectMessage, fill } from '../../../testing/form-spec.tsx';
import { api, button, openAs } from '../../../testing/open.tsx';
import { clara } from '../../../testing/people.ts';
import { sealCheckText, sealText } from './seal-text.ts';

function openHistory() {
  answerChangeSets([changeSetOf('one')]);
  return openAs(clara, '/history');
}

const answerText = async () => within((await button('Check')).closest('form') as HTMLElement).getByRole('status');

test('History shows the seal, and how many entries it stands for', async () => {
  openHistory();
  expect(await screen.findByText(SEAL.seal)).toBeVisible();
  expect(screen.getByText(sealText(SEAL))).toBeVisible();
});

test('a seal that can not be computed now is loaded again', async () => {
  answerChangeSets([changeSetOf('one')]);
  api.refuse('seal', 'too_many_requests');
  const user = openAs(clara, '/history');
  const again = await button('Try again');
  api.answer('seal', SEAL);
  await user.click(again);
  expect(await screen.findByText(SEAL.seal)).toBeVisible();
});

test('a seal that is typed in is checked, and the answer is told in words', async () => {
  const user = openHistory();
  api.answer('checkSeal', { holds: true, reason: null });
  await fill(user, { 'Check a fingerprint': '311 8xk2m 0qz7t 1vn4d rj5cp' });
  await user.click(await button('Check'));
  expect(await screen.findByText('It matches: the entries are what they were.')).toBeVisible();
  expect(api.inputsOf('checkSeal')).toEqual([{ seal: '311 8xk2m 0qz7t 1vn4d rj5cp' }]);
  api.answer('checkSeal', { holds: false, reason: 'Entry 312 is not what it was' });
  await user.click(await button('Check'));
  expect(await screen.findByText("It doesn't match. Entry 312 is not what it was.")).toBeVisible();
  api.refuse('checkSeal', 'too_many_requests');
  await user.click(await button('Check'));
  expect(await screen.findByText(/^Too many tries/)).toBeVisible();
});

test('text of another form is told at the field, and takes an earlier answer away', async () => {
  const user = openHistory();
  api.answer('checkSeal', { holds: true, reason: null });
  await user.click(await button('Check'));
  await expectMessage('Check a fingerprint', messages.sealRequired);
  await fill(user, { 'Check a fingerprint': SEAL.seal });
  await user.click(await button('Check'));
  await screen.findByText(/^It matches/);
  await fill(user, { 'Check a fingerprint': '312' });
  await user.click(await button('Check'));
  await expectMessage('Check a fingerprint', messages.notASeal);
  expect(await answerText()).toBeEmptyDOMElement();
});

test('says what a seal stands for, and whether it holds', () => {
  expect(sealText({ revision: null })).toBe('It stands for a ledger without entries.');
  expect(sealText({ revision: 0 })).toMatch(/^It stands for one entry\. /);
  expect(sealText({ revision: 2_400 })).toMatch(/^It stands for all 2,401 entries\. /);
  expect(sealCheckText({ holds: false, reason: 'The ledger has fewer entries' })).toBe(
    "It doesn't match. The ledger has fewer entries.",
  );
});
