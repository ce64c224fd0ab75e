import { act, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'sonner';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PROBLEMS } from '#contract/problems.ts';
import { setKnown, WRITING_IS_OFF } from '../browser-state/known.ts';
import { forgetOwnChanges, lastDone } from '../browser-state/own-changes.ts';
import { cache } from '../server/cache.ts';
import { userQuery } from '../server/user.ts';
import { api, expectToasts } from '../testing/open.tsx';
import { clara } from '../testing/people.ts';
import { Toasts } from '../ui/toasts.tsx';
import { useCommand } from './use-command.ts';

const deposit = { depositAmount: 500 };
const keys = () => api.requestsOf('initialDeposit').map(({ idempotencyKey }) => idempotencyKey);

test('the same input has the same key until it has succeeded, and another input has another', async () => {
  const { send } = renderHook(() => useCommand('initialDeposit')).result.current;
  api.lose('initialDeposit');
  await act(() => send(deposit));
  api.refuse('initialDeposit', 'busy');
  await act(() => send(deposit));
  await act(() => send({ depositAmount: 501 }));
  api.answer('initialDeposit', clara);
  await act(() => send({ depositAmount: 501 }));
  await act(() => send({ depositAmount: 501 }));
  const [first, retried, changed, retriedToo, next] = keys();
  expect(retried).toBe(first);
  expect(changed).not.toBe(first);
  expect(retriedToo).toBe(changed);
  expect(next).not.toBe(changed);
});

test('nothing is sent while the previous request is under way', async () => {
  api.answer('initialDeposit', clara);
  const answer = api.hold('initialDeposit');
  const { result } = renderHook(() => useCommand('initialDeposit'));
  const { send } = result.current;
  const sent = send(deposit);
  expect(await send(deposit)).toBe(false);
  await waitFor(() => expect(result.current.pending).toBe(true));
  answer();
  expect(await sent).toBe(true);
  await waitFor(() => expect(result.current.pending).toBe(false));
  expect(cache.getQueryData(userQuery().queryKey)).toEqual(clara);
  await act(() => send(deposit));
  expect(keys()).toHaveLength(2);
});

test('the reset of the demo user, which can not be undone, has no button for it', async () => {
  render(<Toasts />);
  forgetOwnChanges();
  api.answer('resetDemoUser', {}, true);
  const { send } = renderHook(() => useCommand('resetDemoUser', { saved: 'Reset' })).result.current;
  await act(() => send(undefined));
  await screen.findByText('Reset');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(lastDone()).toBeUndefined();
});

test('a command that is sent once is not sent again after its success, but after a failure', async () => {
  const { result } = renderHook(() => useCommand('initialDeposit', { once: true }));
  const { send } = result.current;
  api.lose('initialDeposit');
  await act(() => send(deposit));
  await waitFor(() => expect(result.current.pending).toBe(false));
  api.answer('initialDeposit', clara);
  await act(() => send(deposit));
  await waitFor(() => expect(result.current.pending).toBe(true));
  expect(await send(deposit)).toBe(false);
  expect(keys()).toHaveLength(2);
});

test('nothing is sent while the books are shown as they were', async () => {
  onTestFinished(() => setKnown(null));
  setKnown('5');
  const { send } = renderHook(() => useCommand('initialDeposit')).result.current;
  const onFailed = vi.fn();
  expect(await send(deposit, { onFailed })).toBe(false);
  expect(onFailed.mock.lastCall).toMatchObject([{ title: WRITING_IS_OFF }]);
  expect(keys()).toEqual([]);
});

const TEXTS = { sending: 'Adding...', failed: 'Unable to add' };

test('the toast of success comes after what is done then, and undoes the change-set', async () => {
  render(<Toasts />);
  api.answer('initialDeposit', clara);
  const { promise, resolve } = Promise.withResolvers<void>();
  const saved = ({ depositAmount }: typeof deposit) => `${depositAmount} added`;
  const { send } = renderHook(() => useCommand('initialDeposit', { ...TEXTS, saved, onSaved: () => promise })).result
    .current;
  const sent = send(deposit);
  await screen.findByText(TEXTS.sending);
  await waitFor(() => expect(keys()).toHaveLength(1));
  expect(screen.queryByText('500 added')).toBeNull();
  resolve();
  await sent;
  const shown = (await screen.findByText('500 added')).closest('li') as HTMLElement;
  expect(screen.queryByText(TEXTS.sending)).toBeNull();
  api.refuse('previewUndo', 'change_set_not_found');
  act(() => within(shown).getByRole('button', { name: 'Undo' }).click());
  await waitFor(() => expect(api.inputsOf('previewUndo')).toMatchObject([{ changeSetId: keys()[0] }]));
  await screen.findByText('Unable to undo');
});

test('a failure is said in a toast, unless the form shows it', async () => {
  render(<Toasts />);
  api.refuse('initialDeposit', 'busy');
  const { send } = renderHook(() => useCommand('initialDeposit', { ...TEXTS, describe: ({ code }) => code })).result
    .current;
  await send(deposit, { onFailed: () => true });
  await expectToasts();
  toast.dismiss();
  await send(deposit);
  await screen.findByText('busy');
  await expectToasts(TEXTS.failed);
});

test('where nothing was to change, a neutral toast says so, or one of a failure', async () => {
  render(<Toasts />);
  api.refuse('updateTransfer', 'no_changes');
  const onUnchanged = vi.fn();
  const { title } = PROBLEMS.no_changes;
  const input = { transferId: clara._id };
  const edit = renderHook(() => useCommand('updateTransfer', { ...TEXTS, onUnchanged })).result.current;
  expect(await edit.send(input)).toBe(false);
  await expectToasts(title);
  expect(onUnchanged).toHaveBeenCalledOnce();
  toast.dismiss();
  const plain = renderHook(() => useCommand('updateTransfer', TEXTS)).result.current;
  await plain.send(input);
  await expectToasts(TEXTS.failed);
});
