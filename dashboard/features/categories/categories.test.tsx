import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Category } from '#contract/category-calls.ts';
import { messages } from '#contract/messages.ts';
import { PROBLEMS } from '#contract/problems.ts';
import { GIVEN } from '../../shared/categories/categories.ts';
import { specForm } from '../../testing/form-spec.tsx';
import { api, button, openAs } from '../../testing/open.tsx';
import { clara } from '../../testing/people.ts';

const own = (number: number, name: string, fields: Partial<Category> = {}): Category => ({
  ...{ _id: `90000000-0000-4000-8000-00000000000${number}`, name, kind: 'Expense', parent: null },
  ...{ isOwn: true, isArchived: false, position: null, count: number },
  ...fields,
});
const bakery = own(1, 'Bakery', { parent: 'Food & Drinks', count: 41 });
const pottery = own(2, 'Pottery');
const kiln = own(3, 'Kiln', { parent: pottery._id });
const nursery = own(4, 'Nursery', { isArchived: true, position: null });
const CATEGORIES = [...GIVEN.slice(0, 2), bakery, ...GIVEN.slice(2, 13), pottery, kiln, nursery, ...GIVEN.slice(13)];
const made = ({ count: _, ...category }: Category, fields: Partial<Category> = {}) => ({
  ...clara,
  category: { ...category, ...fields },
});

async function openCategories(): Promise<UserEvent> {
  api.answer('getCategories', { categories: CATEGORIES });
  const hands = openAs(clara, '/categories');
  await screen.findByRole('row', { name: /^Bakery/ });
  return hands;
}

const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) });

async function choose(hands: UserEvent, name: string, action: string): Promise<void> {
  await hands.click(await button(`Actions for ${name}`));
  await hands.click(await screen.findByRole('menuitem', { name: action }));
}

test('each kind has its tree with counts that find the entries, archived ones are folded away', async () => {
  const hands = await openCategories();
  const expenses = screen.getByRole('treegrid', { name: 'Expenses' });
  const rows = within(expenses).getAllByRole('row').slice(1);
  const words = rows.map((shown) => `${shown.ariaLevel} ${within(shown).getByRole('rowheader').textContent}`);
  expect(words.slice(0, 4)).toEqual(['1 Electricity', '1 Food & Drinks', '2 Bakery', '1 Shopping']);
  expect(words.slice(-3)).toEqual(['1 Other', '1 Pottery', '2 Kiln']);
  expect(within(row('Bakery')).getByRole('link', { name: '41 entries of Bakery' })).toHaveAttribute(
    'href',
    `/transactions?q=${encodeURIComponent('category:"Bakery"')}`,
  );
  expect(within(row('Bakery')).getByRole('button', { name: 'Move Bakery' })).toBeInTheDocument();
  expect(within(row('Food & Drinks')).queryByRole('button', { name: /^Move/ })).toBeNull();
  await hands.click(screen.getByText('1 archived'));
  api.answer('restoreCategory', made(nursery, { isArchived: false, position: null }));
  await hands.click(await button('Restore Nursery'));
  await screen.findByText('Category restored');
});

test('the specification’s have no rename, move and merge; the defaults no archive', async () => {
  const hands = await openCategories();
  const offered = async (name: string) => {
    await hands.click(await button(`Actions for ${name}`));
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    await hands.keyboard('{Escape}');
    return items;
  };
  expect(await offered('Salary')).toEqual(['Find its entries', 'Add one below…']);
  expect(await offered('Travel')).toEqual(['Find its entries', 'Add one below…', 'Archive']);
  expect(await offered('Bakery')).toEqual(['Find its entries', 'Rename', 'Move…', 'Merge into another…', 'Archive']);
});

test('a menu gives the focus back to the row, or the button, that opened it', async () => {
  const hands = await openCategories();
  row('Bakery').focus();
  await hands.keyboard('{Enter}');
  await screen.findByRole('menu');
  await hands.keyboard('{Escape}');
  await waitFor(() => expect(row('Bakery')).toHaveFocus());
  (await button('Actions for Bakery')).focus();
  await hands.keyboard('{Enter}');
  await screen.findByRole('menu');
  await hands.keyboard('{Escape}');
  await waitFor(async () => expect(await button('Actions for Bakery')).toHaveFocus());
});

test('once a row is archived the one behind it has the focus', async () => {
  api.answer('archiveCategory', made(bakery, { isArchived: true, position: null }));
  const hands = await openCategories();
  row('Bakery').focus();
  await hands.keyboard('{Enter}');
  await screen.findByRole('menu');
  const after = CATEGORIES.map((category) =>
    category === bakery ? { ...bakery, isArchived: true, position: null } : category,
  );
  api.answer('getCategories', { categories: after });
  await hands.keyboard('{End}{Enter}');
  await screen.findByText('Category archived');
  await waitFor(() => expect(row('Shopping')).toHaveFocus());
});

test('Alt with arrows moves a category in one step, when Alt is let go; Escape leaves it', async () => {
  api.answer('moveCategory', made(bakery));
  const hands = await openCategories();
  row('Bakery').focus();
  await hands.keyboard('{Alt>}{ArrowDown}{ArrowDown}');
  const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  await waitFor(() => expect(names().slice(1, 5)).toEqual(['Food & Drinks', 'Shopping', 'Movie', 'Bakery']));
  expect(row('Bakery')).toHaveFocus();
  expect(screen.getByText('Bakery, below Movie; let go of Alt to keep it there')).toHaveAttribute('role', 'status');
  // The tree stays as it is shown until the answer with it has come.
  const moved = CATEGORIES.map((category) => (category === bakery ? { ...bakery, parent: 'Movie' } : category));
  api.answer('getCategories', { categories: moved });
  const answer = api.hold('getCategories');
  await hands.keyboard('{/Alt}');
  await screen.findByText('Category moved');
  expect(names().slice(1, 5)).toEqual(['Food & Drinks', 'Shopping', 'Movie', 'Bakery']);
  answer();
  await hands.keyboard('{Alt>}{ArrowLeft}{Escape}{/Alt}');
  await waitFor(() => expect(names().slice(1, 5)).toEqual(['Food & Drinks', 'Shopping', 'Movie', 'Bakery']));
  expect(api.inputsOf('moveCategory')).toEqual([{ categoryId: bakery._id, parent: 'Movie' }]);
  row('Pottery').focus();
  await hands.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await screen.findByText(/^Pottery has categories below it/);
});

test('the handle drags a category to below another one, and to the top', async () => {
  api.answer('moveCategory', made(bakery));
  await openCategories();
  // It ends before the page has shown its last move, as on a slow machine.
  const drag = async (to: HTMLElement) => {
    document.elementFromPoint = () => to;
    const handle = await button('Move Bakery');
    fireEvent.pointerDown(handle, { button: 0, clientX: 9, clientY: 100 });
    act(() => {
      fireEvent.pointerMove(handle, { clientX: 9, clientY: 200 });
      fireEvent.pointerUp(handle);
    });
  };
  await drag(row('Groceries'));
  await waitFor(() => expect(api.inputsOf('moveCategory')).toHaveLength(1));
  await screen.findByText('Category moved');
  await drag(screen.getAllByRole('row', { name: /^Category/ })[0] as HTMLElement);
  await waitFor(() =>
    expect(api.inputsOf('moveCategory')).toEqual([
      { categoryId: bakery._id, parent: 'Groceries' },
      { categoryId: bakery._id, parent: null },
    ]),
  );
});

test('a name is changed in its row; what is refused stands there', async () => {
  api.refuse('renameCategory', 'category_name_taken');
  const hands = await openCategories();
  row('Bakery').focus();
  await hands.keyboard('{F2}');
  const name = await screen.findByRole('textbox', { name: 'Name of Bakery' });
  expect(name).toHaveFocus();
  await hands.clear(name);
  await hands.keyboard('{Enter}');
  await waitFor(() => expect(name).toHaveAccessibleDescription(messages.nameRequired));
  await hands.keyboard('Travel{Enter}');
  await waitFor(() => expect(name).toHaveAccessibleDescription(messages.categoryNameTaken));
  api.answer('renameCategory', made(bakery, { name: 'Bread' }));
  await hands.clear(name);
  await hands.keyboard('Bread{Enter}');
  await screen.findByText('Category renamed');
  await waitFor(() => expect(row('Bakery')).toHaveFocus());
  const sent = { categoryId: bakery._id };
  expect(api.inputsOf('renameCategory')).toEqual([
    { ...sent, name: 'Travel' },
    { ...sent, name: 'Bread' },
  ]);
});

test('why a category can’t be archived stands in its row', async () => {
  api.refuse('archiveCategory', 'category_has_children');
  const hands = await openCategories();
  await choose(hands, 'Pottery', 'Archive');
  expect(await within(row('Pottery')).findByRole('alert')).toHaveTextContent(PROBLEMS.category_has_children.title);
});

test('one is merged into another of its kind, after the dialog has said what moves', async () => {
  api.answer('mergeCategories', made(bakery));
  const hands = await openCategories();
  await choose(hands, 'Bakery', 'Merge into another…');
  const dialog = await screen.findByRole('dialog', { name: 'Merge the Category' });
  expect(dialog).toHaveAccessibleDescription(/^The 41 entries of Bakery get the other category/);
  const options = within(dialog).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent).slice(-3)).toEqual(['Other', 'Pottery', 'Pottery › Kiln']);
  await hands.click(await button('Merge'));
  await screen.findByText('Choose a category');
  await hands.selectOptions(within(dialog).getByLabelText('Into'), 'Groceries');
  await hands.click(await button('Merge'));
  await screen.findByText('Merged: Bakery');
  expect(api.inputsOf('mergeCategories')).toEqual([{ from: bakery._id, into: 'Groceries' }]);
});

test('one is moved without a pointer that drags', async () => {
  api.answer('moveCategory', made(bakery));
  const hands = await openCategories();
  await choose(hands, 'Bakery', 'Move…');
  await hands.selectOptions(await screen.findByLabelText('Below'), 'None: at the top');
  await hands.click(await button('Move'));
  await screen.findByText('Category moved');
  expect(api.inputsOf('moveCategory')).toEqual([{ categoryId: bakery._id, parent: null }]);
});

test('what could not be loaded says so, and is asked for again', async () => {
  api.lose('getCategories');
  const hands = openAs(clara, '/categories');
  await screen.findByText(/Daybook can't be reached/);
  api.answer('getCategories', { categories: CATEGORIES });
  await hands.click(await button('Try again'));
  await screen.findByRole('row', { name: /^Bakery/ });
});

test('as of a past day the tree is as it was, and nothing can be changed', async () => {
  api.answer('getCategories', { categories: CATEGORIES });
  api.answer('getHistory', { entries: [], next: null });
  openAs(clara, '/categories?known=2026-03-31T23:59:59.999Z');
  await screen.findByRole('row', { name: /^Bakery/ });
  expect(api.inputsOf('getCategories')).toEqual([{ known: '2026-03-31T23:59:59.999Z' }]);
  expect(await button('Add a Category')).toBeDisabled();
  expect(screen.queryByRole('button', { name: /^(Actions for|Move|Rename)/ })).toBeNull();
  for (const restore of screen.queryAllByText('Restore')) expect(restore).toBeDisabled();
});

specForm({
  name: 'add category',
  open: async () => {
    const hands = await openCategories();
    await hands.click(await button('Add a Category'));
    await screen.findByRole('dialog');
    return hands;
  },
  submit: 'Add category',
  dialog: 'Add a Category',
  call: 'addCategory',
  atFirst: { Name: messages.nameRequired },
  refused: [[{ Name: ' - ' }, 'Name', messages.nameIsNone]],
  values: { Name: 'Bread', Kind: 'Expense', Below: 'Groceries' },
  sends: { name: 'Bread', kind: 'Expense', parent: 'Groceries' },
  answer: made(own(5, 'Bread')),
  saved: 'Category added',
  failed: 'Unable to add the category',
  serverError: { field: 'name', label: 'Name' },
});
