import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { api, button, field, openAs } from '../../testing/open.tsx';
import { clara } from '../../testing/people.ts';

test('the address for a calendar is made with amounts or without, copied, replaced and revoked', async () => {
  const url = (token: string) => `https://daybook.test/api/v1/schedules/calendar.ics?token=${token}`;
  api.answer('makeCalendarToken', { token: 'one', url: url('one') });
  api.answer('revokeCalendarToken', {});
  const hands = openAs(clara, '/settings');
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await hands.click(await button('Make an address'));
  expect(await field('Address')).toHaveValue(url('one'));
  await hands.click(await button('Copy'));
  await screen.findByText('Address copied');
  expect(copied).toHaveBeenCalledWith(url('one'));
  api.answer('makeCalendarToken', { token: 'two', url: url('two') });
  await hands.click(screen.getByRole('checkbox', { name: 'With amounts' }));
  await hands.click(await button('Replace it'));
  await waitFor(() => expect(screen.getByLabelText('Address')).toHaveValue(url('two')));
  copied.mockRejectedValue(new Error('denied'));
  await hands.click(await button('Copy'));
  await screen.findByText('Unable to copy the address');
  await hands.click(await button('Revoke'));
  await screen.findByText('The address is no longer valid');
  expect(screen.queryByLabelText('Address')).toBeNull();
  expect(api.inputsOf('makeCalendarToken')).toEqual([{ amounts: false }, { amounts: true }]);
});
