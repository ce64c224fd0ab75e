import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Select } from './fields.tsx';

const NAMES = ['None', 'Education', 'Food & Drinks', 'Food & Drinks › Bakery', 'Groceries', 'Movie', 'Travel'];

/** Chooses by letters typed at a select with NAMES; returns the chosen name after each. */
async function typedNames(letters: string): Promise<{ names: string[]; asked: number }> {
  const asked = vi.fn();
  const names: string[] = [];
  render(
    <Select aria-label="Category" newOption={{ label: 'New category…', onChoose: asked }}>
      {NAMES.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </Select>,
  );
  const user = userEvent.setup();
  await user.tab();
  for (const letter of letters) {
    await user.keyboard(letter);
    names.push(screen.getByLabelText<HTMLSelectElement>('Category').value);
  }
  return { names, asked: asked.mock.calls.length };
}

test.each<[string, string[]]>([
  ['bak', ['Food & Drinks › Bakery', 'Food & Drinks › Bakery', 'Food & Drinks › Bakery']],
  ['dr', ['Food & Drinks', 'Food & Drinks']],
  ['ff', ['Food & Drinks', 'Food & Drinks › Bakery']],
  ['gro', ['Groceries', 'Groceries', 'Groceries']],
  ['vie', ['Movie', 'Movie', 'Movie']],
  ['zz', ['None', 'None']],
])('%s finds an option by any of its words', async (letters, names) => {
  expect(await typedNames(letters)).toEqual({ names, asked: 0 });
});

test.each([
  [true, 1],
  [false, 0],
])('Enter submits the form after letters where it asks for this value alone: %s', async (isAlone, times) => {
  const submitted = vi.fn((event: SubmitEvent) => event.preventDefault());
  render(
    <form onSubmit={(event) => submitted(event.nativeEvent as SubmitEvent)}>
      <Select aria-label="Category" isAlone={isAlone}>
        {NAMES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </form>,
  );
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(submitted).not.toHaveBeenCalled();
  await user.keyboard('gro{Enter}');
  expect(submitted).toHaveBeenCalledTimes(times);
});

test('one letter asks for no new value, its word does', async () => {
  expect(await typedNames('n')).toEqual({ names: ['None'], asked: 0 });
});

test('the word of the option for a new value asks for it', async () => {
  expect((await typedNames('new')).asked).toBe(1);
});
