import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { api, button, openAs } from '../../testing/open.tsx';
import { clara } from '../../testing/people.ts';
import { GIVEN } from './categories.ts';

test('a choice of a category makes a new one and chooses it; what was chosen stays where none is made', async () => {
  const user = openAs(clara, '/create-transaction');
  const choice = await screen.findByLabelText(/^Category/);
  await user.selectOptions(choice, 'Travel');
  await user.selectOptions(choice, 'New category…');
  await screen.findByRole('dialog', { name: 'Add a Category' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(choice).toHaveValue('Travel');

  const id = '00000000-0000-4000-8000-0000000000ff';
  const category = {
    _id: id,
    name: 'Hobby',
    kind: 'Expense' as const,
    parent: null,
    isOwn: true,
    isArchived: false,
    position: null,
  };
  api.answer('addCategory', { ...clara, category });
  api.answer('getCategories', { categories: [...GIVEN, { ...category, count: 0 }] });
  await user.selectOptions(choice, 'New category…');
  await user.type(await screen.findByLabelText('Name'), 'Hobby');
  expect(screen.getByLabelText('Kind')).toHaveValue('Expense');
  await user.click(await button('Add category'));
  await waitFor(() => expect(screen.getByLabelText(/^Category/)).toHaveValue('Hobby'));
  expect(api.inputsOf('addCategory')).toEqual([{ name: 'Hobby', kind: 'Expense' }]);
});
