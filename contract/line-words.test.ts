import { expect, test } from 'vitest';
import { lineInWords } from './line-words.ts';

const place = { from: 8, to: 10 };

test.each([
  [
    { code: 'category_ambiguous', names: ['Electricity', 'Entertainment', 'Extra Income'] },
    'This may be Electricity, Entertainment or Extra Income',
  ],
  [{ code: 'amount_wrong', why: 'too small' }, "Amount can't be less than 0.01"],
  [{ code: 'account_unknown', name: 'visa' }, /visa/],
] as const)('a problem of a line has its words: %j', (problem, message) => {
  const { problems } = lineInWords({ problems: [{ ...place, ...problem } as never], warnings: [] });
  expect(problems).toEqual([
    { code: problem.code, ...place, message: typeof message === 'string' ? message : expect.stringMatching(message) },
  ]);
});

test('a day to come has a warning in words', () => {
  const { warnings } = lineInWords({ problems: [], warnings: [{ code: 'future_date', ...place }] });
  expect(warnings).toEqual([{ code: 'future_date', ...place, message: expect.any(String) }]);
});
