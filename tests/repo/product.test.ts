import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { addresses } from '#contract/addresses.ts';
import { FEEDBACK_MAX, RATINGS } from '#contract/feedback-calls.ts';
import * as limits from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import * as constants from '#ledger/model/constants.ts';
import { amountOf, CENT, LARGEST_AMOUNT, ONE } from '#ledger/model/money.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const product = readFileSync(join(root, 'docs/product.md'), 'utf8');
const number = (value: number) => value.toLocaleString('en-US');

/** The rows of the tables below a heading, each as its cells. */
function rowsOf(section: string): string[][] {
  const [text = ''] = (product.split(`\n### ${section} `)[1] ?? '').split(/\n##+ /);
  return [...text.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(/ ?\| ?/));
}

describe('docs/product.md', () => {
  test('has every message of a validation error (8.1)', () => {
    const { notOneOf, severalMeant, noSuchAccount, ...others } = messages;
    const texts = Object.values(others).map((message) =>
      typeof message === 'string' ? message : message('{max}' as never),
    );
    expect(rowsOf('8.1').map((cells) => cells.at(-1))).toEqual(expect.arrayContaining(texts));
    expect(product).toContain(notOneOf(['{the list}']));
    expect(product).toContain(severalMeant(['{their names}']));
    expect(product).toContain(noSuchAccount('{the word}'));
  });

  test.each([
    ['amount of an expense, an income, money added to a goal', number(amountOf(ONE)), number(amountOf(LARGEST_AMOUNT))],
    ['title of a transaction', '1 character', `${number(constants.TRANSACTION_TITLE_MAX)} characters`],
    ['title of a goal', '1 character', `${number(constants.GOAL_TITLE_MAX)} characters`],
    ['description of a goal', '', `${number(constants.GOAL_DESCRIPTION_MAX)} characters`],
    ['full name', '1 character', `${number(constants.FULL_NAME_MAX)} characters`],
    ['bio', '', `${number(constants.BIO_MAX)} characters`],
    ['email', '1 character', `${number(limits.EMAIL_MAX)} characters`],
    ['password', '1 character that is not a space', `${number(limits.PASSWORD_MAX)} characters`],
    ['text of a feedback', '', `${number(FEEDBACK_MAX)} characters`],
    ['date of a transaction', constants.FIRST_DAY, constants.LAST_DAY],
    [
      'image file',
      '',
      `${limits.IMAGE_MEGABYTES_MAX} MB (${limits.IMAGE_MEGABYTES_MAX} × 1024 × 1024 bytes) and ${limits.IMAGE_MEGAPIXELS_MAX} megapixels`,
    ],
    [
      'page of transactions or of history',
      '1',
      `${limits.PAGE_ROWS_MAX}, ${limits.PAGE_ROWS} where the call names no limit`,
    ],
    ['`transactionHistory` of the user', '', `the ${constants.NEWEST_TRANSACTIONS} newest transactions`],
    ['recent-transactions', '', `the ${limits.RECENT_TRANSACTIONS} newest transactions`],
    ['`Idempotency-Key`', '1 character', `${constants.COMMAND_ID_MAX} visible ASCII characters`],
    ['amount of a transfer, of a part of a split', number(amountOf(CENT)), number(amountOf(LARGEST_AMOUNT))],
    ['name of an account', '1 character', `${constants.ACCOUNT_NAME_MAX} characters`],
    ['parts of a split', `${constants.PARTS_MIN}`, `${constants.PARTS_MAX}`],
    ['note of a part', '', `${constants.PART_NOTE_MAX} characters`],
    ['note of an entry', '', `${constants.NOTE_MAX} characters`],
    ['tags of an entry', '', `${constants.TAGS_MAX}`],
    ['tag', '1 character', `${constants.TAG_MAX} characters, letters, digits, \`-\` and \`_\``],
  ])('has the limits of the %s (2.1)', (what, from, to) => {
    expect(rowsOf('2.1')).toContainEqual([what, from, to]);
  });

  test.each([
    ['wallet of an expense', constants.WALLETS],
    ['category of an expense', constants.EXPENSE_CATEGORIES],
    ['category of an income', constants.INCOME_CATEGORIES],
    ['category of a goal', constants.GOAL_CATEGORIES],
    ['kind of an account', constants.ACCOUNT_KINDS],
    ['rating of a feedback', RATINGS],
  ])('has the choices of the %s (2.7)', (what, choices) => {
    expect(rowsOf('2.7')).toContainEqual([what, choices.join(', ')]);
  });

  test('has every call (7.1)', () => {
    const calls = rowsOf('7.1').map(([first = '']) => first);
    for (const { path } of Object.values(addresses)) {
      expect(calls.filter((call) => call.includes(`${path}\``))).toHaveLength(1);
    }
  });
});
