import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { CallInput } from '#contract/calls.ts';
import type { Rule } from '#contract/rule-calls.ts';
import { api, button, field, openAs } from '../../testing/open.tsx';
import { clara } from '../../testing/people.ts';

const ruleOf = (number: number, fields: Partial<Rule> = {}): Rule => ({
  ...{
    _id: `80000000-0000-4000-8000-00000000000${number}`,
    version: 1,
    stop: false,
    isOn: true,
    applied: 0,
    last: null,
  },
  ...{ when: 'coffee', then: { category: 'Food & Drinks' } },
  ...fields,
});
const bakery = ruleOf(1, {
  ...{ when: 'title:bakery amount<20', applied: 41, last: '2026-03-03T12:00:00.000Z' },
  then: { category: 'Groceries', addTags: ['weekly'] },
});
const internet = ruleOf(2, {
  ...{ when: 'counterparty:Northline', stop: true, isOn: false },
  then: {
    title: 'Internet',
    split: [
      { percent: 60, category: 'Bills & Fees' },
      { rest: true, category: 'Work' },
    ],
  },
});
const coffee = ruleOf(3);
const RULES = [bakery, internet, coffee];

const entry = '70000000-0000-4000-8000-000000000001';
const change = { entry, title: 'Bakery Lind', date: '2026-11-04', amount: 4.2, ruleId: null };
/** Of a query with 'bakery' two entries would change. */
const preview = ({ rule }: CallInput<'previewRules'>) =>
  rule && !rule.when.includes('bakery')
    ? { count: 0, changes: [], kept: [], keptCount: 0, next: null }
    : {
        count: 2,
        changes: [
          { ...change, field: 'category', now: 'Shopping', then: 'Groceries' },
          { ...change, field: 'tags', now: [], then: ['weekly'] },
        ],
        kept: [{ entry, field: 'title', reason: 'set by hand' }],
        keptCount: 1,
        next: null,
      };

beforeEach(() => {
  api.answer('getRules', { rules: RULES });
  api.answer('previewRules', preview);
});

async function openRules(address = '/rules') {
  const hands = openAs(clara, address);
  await screen.findByRole('heading', { level: 1, name: /Rule/ });
  return hands;
}

const rows = async () =>
  (await within(await screen.findByRole('list', { name: 'Rules, first to last' })).findAllByText('then')).map(
    (word) => word.closest('li') as HTMLElement,
  );
const texts = async () => (await rows()).map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' '));

test('each rule has its place, its query in words, what it does, and how often it has', async () => {
  await openRules();
  const [first, second, third] = await texts();
  expect(first).toMatch(/^1title.*bakery.*amount.*up to \$19\.99.*then Groceries, tagged #weekly/);
  expect(first).toMatch(/Applied to 41 entries, last on March 3, 2026$/);
  expect(second).toMatch(/off.*then “Internet”, split into 60% Bills & Fees, the rest Work; stop here/);
  expect(third).toMatch(/Not applied yet$/);
  expect(screen.getByRole('link', { name: '41 entries' })).toHaveAttribute(
    'href',
    `/transactions?q=${encodeURIComponent(`rule:${bakery._id}`)}`,
  );
});

test('without rules the screen says what they are for', async () => {
  api.answer('getRules', { rules: [] });
  await openRules();
  await screen.findByText('No rules yet.');
  expect(screen.queryByRole('button', { name: 'Run over the Past' })).toBeNull();
});

test('Alt with arrows moves a rule once Alt is let go; Escape leaves it', async () => {
  api.answer('orderRules', clara);
  const hands = await openRules();
  (await button('Move rule 3')).focus();
  await hands.keyboard('{Alt>}{ArrowUp}{ArrowUp}');
  await screen.findByText('Now rule 1 of 3');
  expect((await texts())[0]).toMatch(/^1text.*coffee/);
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName('Move rule 1'));
  api.answer('getRules', { rules: [coffee, bakery, internet] });
  await hands.keyboard('{/Alt}');
  await screen.findByText('Rules reordered');
  expect(api.inputsOf('orderRules')).toEqual([{ ruleIds: [coffee, bakery, internet].map(({ _id }) => _id) }]);
  await hands.keyboard('{Alt>}{ArrowDown}{Escape}{/Alt}');
  expect(api.inputsOf('orderRules')).toHaveLength(1);
});

test('a rule is turned on, and removed with what it did', async () => {
  api.answer('changeRule', { ...clara, rule: { ...internet, isOn: true } });
  api.answer('removeRule', clara);
  const hands = await openRules();
  await hands.click(await button('Actions for rule 2'));
  await hands.click(await screen.findByRole('menuitem', { name: 'Turn on' }));
  await screen.findByText('Rule turned on');
  expect(api.inputsOf('changeRule')).toEqual([{ ruleId: internet._id, isOn: true }]);
  (await button('Actions for rule 1')).focus();
  await hands.keyboard('{Enter}');
  await screen.findByRole('menuitem', { name: 'Remove…' });
  await hands.keyboard('{End}{Enter}');
  await hands.click(await screen.findByLabelText('Take back what it did and nobody touched since'));
  api.answer('getRules', { rules: [internet, coffee] });
  await hands.click(await button('Continue'));
  await screen.findByText('Rule removed');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Actions for rule 3' })).toBeNull());
  await waitFor(async () => expect(await button('Actions for rule 1')).toHaveFocus());
  expect(api.inputsOf('removeRule')).toEqual([{ ruleId: bakery._id, takeBack: true }]);
});

test('a new rule shows what it would do while it is typed, is saved, and run', async () => {
  api.answer('addRule', { ...clara, rule: bakery });
  api.answer('runRules', clara);
  const hands = await openRules('/rules/new');
  await screen.findByText(/^Once the rule says when/);
  await hands.click(await button('Save rule'));
  await waitFor(async () =>
    expect(await field('When an entry is found by')).toHaveAccessibleDescription('Say which entries it is about'),
  );
  await hands.type(await field('When an entry is found by'), 'bakery');
  await hands.click(await button('Save rule'));
  await waitFor(async () => expect(await field(/^Category/)).toHaveFocus());
  expect(await field(/^Category/)).toHaveAccessibleDescription('Say what becomes of them');
  await hands.selectOptions(await field(/^Category/), 'Groceries');
  await hands.type(await field(/^Tags to add/), '#weekly');
  await screen.findByText('2 entries would change.');
  const list = await screen.findByRole('list', { name: 'What would change' });
  expect(list).toHaveTextContent(
    /Bakery Lind.*Nov(ember)? 4.*\$4\.20.*Category Shopping becomes Groceries.*Tags none becomes #weekly/,
  );
  expect(screen.getByText('Title: set by hand')).toBeVisible();
  const input = { when: 'bakery', then: { category: 'Groceries', addTags: ['weekly'] }, stop: false };
  expect(api.inputsOf('previewRules').at(-1)).toEqual({ rule: input, limit: 50 });
  await hands.click(screen.getByLabelText('Also what was set by hand'));
  await hands.click(await button('Save and run over 2 entries'));
  await screen.findByText('2 entries changed by rules');
  expect(api.inputsOf('addRule')).toEqual([input]);
  expect(api.inputsOf('runRules')).toEqual([{ ruleIds: [bakery._id], overwrite: true }]);
  await screen.findByRole('heading', { name: 'Rules' });
});

test('what the server refuses stands at its field; a query that isn’t understood asks for nothing', async () => {
  api.refuse('changeRule', 'invalid', { 'then.category': 'This category is archived' });
  const hands = await openRules(`/rules/${bakery._id}`);
  await hands.selectOptions(await field(/^Category/), 'Travel');
  await hands.click(await button('Save rule'));
  await waitFor(async () => expect(await field(/^Category/)).toHaveAccessibleDescription('This category is archived'));
  const asked = api.inputsOf('previewRules').length;
  await hands.clear(await field('When an entry is found by'));
  await hands.type(await field('When an entry is found by'), 'category:nothing');
  await waitFor(async () => expect(await field('When an entry is found by')).toHaveAccessibleDescription(/category/));
  await screen.findByText(/^Once the rule says when/);
  expect(api.inputsOf('previewRules').length).toBeLessThanOrEqual(asked + 1);
});

test('a split is typed by percentages, amounts and the rest', async () => {
  api.answer('changeRule', { ...clara, rule: internet });
  const hands = await openRules(`/rules/${internet._id}`);
  expect(await field('Share of part 1')).toHaveValue('60');
  await hands.click(await button("Don't split"));
  expect(await field(/^Category/)).toHaveFocus();
  await hands.click(await button('Split into parts'));
  expect(await field('Share of part 1')).toHaveFocus();
  await hands.clear(await field('Share of part 1'));
  await hands.type(await field('Share of part 1'), '60');
  await hands.selectOptions(await field('Category of part 1'), 'Bills & Fees');
  await hands.selectOptions(await field('Category of part 2'), 'Work');
  await hands.click(await button('Add a part'));
  await hands.selectOptions(await field('Kind of share of part 3'), 'amount');
  await hands.type(await field('Share of part 3'), '5');
  await hands.selectOptions(await field('Category of part 3'), 'Travel');
  await hands.click(await button('Save rule'));
  await screen.findByText('Rule changed');
  expect(api.inputsOf('changeRule')[0]?.then?.split).toEqual([
    { percent: 60, category: 'Bills & Fees' },
    { rest: true, category: 'Work' },
    { amount: 5, category: 'Travel' },
  ]);
});

test('all rules run over what a search finds, with what that would do before', async () => {
  api.answer('runRules', clara);
  const hands = await openRules();
  await hands.click(await button('Run over the Past'));
  await hands.type(await field(/^Only what is found by/), 'date:2026');
  await screen.findByRole('button', { name: 'Run over 2 entries' });
  await waitFor(() => expect(api.inputsOf('previewRules').at(-1)).toEqual({ q: 'date:2026', limit: 50 }));
  await hands.click(await button('Run over 2 entries'));
  await screen.findByText('2 entries changed by rules');
  expect(api.inputsOf('runRules')).toEqual([{ q: 'date:2026' }]);
});

test('as of a past day a rule is as it was, to read', async () => {
  api.answer('getHistory', { entries: [], next: null });
  openAs(clara, `/rules/${bakery._id}?known=2026-03-31T23:59:59.999Z`);
  await screen.findByText(/tagged #weekly/);
  expect(api.inputsOf('getRules')).toEqual([{ known: '2026-03-31T23:59:59.999Z' }]);
  expect(screen.queryByRole('button', { name: 'Save rule' })).toBeNull();
});
