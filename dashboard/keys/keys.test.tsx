import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { api, button, openAs, screenLink } from '../testing/open.tsx';
import { clara, claraWithAccounts, entryOf } from '../testing/people.ts';
import { KEY_GROUPS } from './key-groups.ts';
import { LETTER_KEYS } from './letter-keys.ts';

const sheet = () => screen.queryByRole('dialog', { name: 'Keys' });

test('the sheet has every letter key', () => {
  const shown = KEY_GROUPS.flatMap(({ of }) => of.flatMap(({ keys }) => keys.map((held) => held.join(' '))));
  expect(shown).toEqual(expect.arrayContaining(Object.values(LETTER_KEYS)));
});

test('? opens the sheet, but not from a text field or over a dialog', async () => {
  const person = openAs(clara, '/account');
  const bio = await screen.findByLabelText('Bio');
  await person.type(bio, '?');
  expect(sheet()).toBeNull();
  bio.blur();
  await person.keyboard('?');
  const opened = await screen.findByRole('dialog', { name: 'Keys' });
  expect(within(opened).getByText('Select all that are found')).toBeVisible();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(sheet()).toBeNull());
  await person.click(await button('Give Feedback'));
  (await screen.findByRole('dialog')).focus();
  await person.keyboard('?');
  expect(sheet()).toBeNull();
});

test('letters that are typed in the open list of a select choose there', async () => {
  openAs(clara, '/settings');
  await screen.findByRole('heading', { name: 'Settings' });
  // A browser that styles the list gives the focus to its options.
  const [select, option] = [document.createElement('select'), new Option('Netto')];
  select.append(option);
  document.body.append(select);
  fireEvent.keyDown(option, { key: LETTER_KEYS.enter });
  const line = { name: 'Enter a line' };
  await expect(screen.findByRole('dialog', line, { timeout: 500 })).rejects.toThrow();
  select.remove();
  fireEvent.keyDown(document.body, { key: LETTER_KEYS.enter });
  expect(await screen.findByRole('dialog', line)).toBeInTheDocument();
});

test('the switch in Settings turns single letters off everywhere, and only these', async () => {
  api.answer('getEntries', { entries: [entryOf(2), entryOf(1)], next: null });
  api.answer('find', { count: 2, in: 0, out: 3, net: -3, revision: 4 });
  const person = openAs(claraWithAccounts, '/settings');
  await person.click(await screen.findByRole('checkbox', { name: 'Single-letter keys' }));
  expect(localStorage.getItem('letterKeys')).toBe('false');
  await person.click(await button('Show all keys'));
  expect(await screen.findByText(/are turned off, in Settings/)).toBeVisible();
  await person.keyboard('{Escape}');
  await person.keyboard('n?');
  expect(screen.queryByRole('dialog', { name: 'Enter a line' })).toBeNull();
  expect(sheet()).toBeNull();
  await person.click(screenLink('Transactions'));
  const row = await screen.findByRole('row', { name: /Entry 2/ });
  await person.keyboard('j/n');
  expect(screen.getByRole('heading', { name: 'Transactions' })).toHaveFocus();
  row.focus();
  await person.keyboard('jkxec');
  expect(row).toHaveFocus();
  expect(screen.queryByRole('region', { name: 'Selected entries' })).toBeNull();
  await person.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(await screen.findByText('2 entries selected')).toBeInTheDocument();
  // Without letters the mark of the focused row is the next stop of Tab.
  await person.tab();
  await person.keyboard(' ');
  expect(await screen.findByText('1 entry selected')).toBeInTheDocument();
  await person.keyboard('{Control>}a{/Control}');
  expect(await screen.findByText('2 entries')).toBeVisible();
});
