import { act, renderHook } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { setKnown, WRITING_IS_OFF } from '../browser-state/known.ts';
import { api } from '../testing/open.tsx';
import { clara } from '../testing/people.ts';
import { cache } from './cache.ts';
import { useCommand } from './use-command.ts';
import { userQuery } from './user.ts';

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
  let outcome: ReturnType<typeof send> | undefined;
  act(() => {
    outcome = send(deposit);
  });
  expect(result.current.pending).toBe(true);
  expect(await send(deposit)).toBeNull();
  answer();
  expect(await act(() => outcome)).toMatchObject({ ok: true });
  expect(result.current.pending).toBe(false);
  expect(cache.getQueryData(userQuery().queryKey)).toEqual(clara);
  await act(() => send(deposit));
  expect(keys()).toHaveLength(2);
});

test('a command that is sent once is not sent again after its success, but after a failure', async () => {
  const { result } = renderHook(() => useCommand('initialDeposit', { once: true }));
  const { send } = result.current;
  api.lose('initialDeposit');
  await act(() => send(deposit));
  expect(result.current.pending).toBe(false);
  api.answer('initialDeposit', clara);
  await act(() => send(deposit));
  expect(result.current.pending).toBe(true);
  expect(await send(deposit)).toBeNull();
  expect(keys()).toHaveLength(2);
});

test('nothing is sent while the books are shown as they were', async () => {
  onTestFinished(() => setKnown(null));
  setKnown('5');
  const { result } = renderHook(() => useCommand('initialDeposit'));
  expect(await result.current.send(deposit)).toMatchObject({ ok: false, problem: { title: WRITING_IS_OFF } });
  expect(keys()).toEqual([]);
});
