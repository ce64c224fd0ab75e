import type { ReactNode } from 'react';
import type { Category } from '#contract/category-calls.ts';
import type { ReadLine } from '#contract/line-calls.ts';
import type { User } from '#contract/user.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import { TRANSACTION_TITLE_MAX, WALLETS } from '#ledger/model/constants.ts';
import { usualWallet } from '#ledger/model/usual-wallet.ts';
import { Chip } from '../../ui/chip.tsx';
import { formatDay } from '../../ui/day.ts';
import type { NewOption } from '../../ui/fields.tsx';
import { formatMoney, signedText, signOf } from '../../ui/money.ts';
import { NEW_VALUE, useTypedOption } from '../../ui/typed-option.ts';
import { hasSeveralAccounts, nameOfAccount, openAccounts } from '../accounts/accounts.ts';
import { type CategoryChoice, categoriesToChoose } from '../categories/categories.ts';
import { newCategory } from '../categories/new-category.tsx';
import { useCategories } from '../categories/use-categories.ts';
import { valueLines } from '../undo/field-words.ts';
import { accountOfTransfer, categoryWord, placeWord, saying, type TextSpan, without } from './edit-line.ts';

type What = TextSpan['what'];

type Props = {
  user: User;
  /** The line that was read, and what it says. */
  text: string;
  reading: ReadLine;
  /** Takes the line that a chip has changed. */
  onChange: (text: string) => void;
  /** Selects a part of the line, to type another. */
  onSelect: (span: TextSpan) => void;
};

/** The content of a line, part by part: each can be changed, and dropped where it is said or proposed. */
export function Chips({ user, text, reading, onChange, onSelect }: Props) {
  const { type, spans, from, parts } = reading;
  const isTransfer = type === 'Transfer';
  const spanOf = (what: What) => spans.findLast((span) => span.what === what);
  const say = (what: What, written: string) => onChange(saying(text, spans, what, written));
  const drop = (what: What) => {
    const span = spanOf(what);
    return span && (() => onChange(without(text, span)));
  };
  const select = (what: What) => {
    const span = spanOf(what);
    return span && (() => onSelect(span));
  };
  const accounts = openAccounts(user).map(({ _id, name }) => ({ value: _id, label: name }));
  const [first] = accounts;
  const nameOf = (id: string) => nameOfAccount(user, id);
  const kind = user.accounts.find(({ _id }) => _id === reading.account)?.kind;
  const accountOf = (what: 'account' | 'toAccount') => {
    const span = spanOf(what);
    return (id: string) => span && say(what, accountOfTransfer(text, span, nameOf(id)));
  };
  const wallets = WALLETS.map((wallet) => ({ value: wallet, label: wallet }));
  const present = reading.category === null ? [] : [reading.category];
  const { options, refunds } = categoriesOf(useCategories(), text, reading, present);
  const ofIncome = type === 'Income';
  const amount = reading.amount === null ? null : formatMoney(reading.amount, user.currency);
  const proposedBy = (field: keyof ReadLine['from']) => {
    const source = from[field];
    return source === 'rule' || source === 'past' ? source : undefined;
  };

  return (
    <ul aria-label="What the line says" className="flex flex-wrap items-center gap-x-2 gap-y-[0.4rem]">
      {amount !== null && (
        <Part label="amount" isSaid drop={drop('amount')}>
          <Word change={select('amount')} name={`amount ${isTransfer ? amount : signedText(signOf(type), amount)}`}>
            {!isTransfer && (
              <span className={ofIncome ? 'text-income' : 'text-expense'} aria-hidden="true">
                {signedText(signOf(type), '')}
              </span>
            )}
            <span className={ofIncome ? 'font-semibold text-income' : 'font-semibold'}>{amount}</span>
          </Word>
        </Part>
      )}
      {reading.title !== null && (
        <Part label="title" isSaid drop={drop('title')}>
          <Word change={select('title')} name={`title ${reading.title}`}>
            {reading.title}
          </Word>
        </Part>
      )}
      <Part label="date" isSaid={spanOf('date') !== undefined} drop={drop('date')}>
        <label className={CHOICE}>
          <span className="sr-only">Date</span>
          <span aria-hidden="true">{reading.date === null ? 'none' : formatDay(reading.date).long}</span>
          <input
            type="date"
            className={OVER}
            value={reading.date ?? ''}
            onClick={({ currentTarget }) => currentTarget.showPicker?.()}
            onChange={({ target: { value } }) => value !== '' && say('date', value)}
          />
        </label>
      </Part>
      {isTransfer ? (
        <>
          <Part label="from" isNamed isSaid>
            <Choice label="From" options={accounts} value={reading.account} onChoose={accountOf('account')} />
          </Part>
          <Part label="to" isNamed isSaid>
            <Choice label="To" options={accounts} value={reading.toAccount} onChoose={accountOf('toAccount')} />
          </Part>
        </>
      ) : (
        <>
          <Part
            label={parts ? 'split' : 'category'}
            isSaid={from.category === 'line' || spanOf('category') !== undefined}
            proposedBy={proposedBy('category')}
            drop={proposedBy('category') ? () => say('category', categoryWord('')) : drop('category')}
          >
            <Choice
              label="Category"
              options={[{ value: '', label: 'none' }, ...options]}
              group={refunds.length > 0 ? { label: 'Refund of', options: refunds } : undefined}
              value={reading.category ?? ''}
              shown={parts && valueLines('parts', parts, user).join('; ')}
              newOption={newCategory(ofIncome ? 'Income' : 'Expense', ({ name }) =>
                say('category', categoryWord(name)),
              )}
              onChoose={(category) => say('category', categoryWord(category))}
            />
          </Part>
          {!ofIncome && (
            <Part
              label="paid with"
              noun="way of paying"
              isSaid={from.wallet === 'line' || spanOf('wallet') !== undefined}
              proposedBy={proposedBy('wallet')}
              drop={proposedBy('wallet') ? () => say('wallet', placeWord(usualWallet(kind))) : drop('wallet')}
            >
              <Choice
                label="Paid with"
                options={wallets}
                value={reading.wallet}
                onChoose={(wallet) => say('wallet', placeWord(wallet))}
              />
            </Part>
          )}
          {hasSeveralAccounts(user) && (
            <Part
              label="account"
              isSaid={from.account === 'line' || spanOf('account') !== undefined}
              proposedBy={proposedBy('account')}
              drop={proposedBy('account') && first ? () => say('account', placeWord(first.label)) : drop('account')}
            >
              <Choice
                label="Account"
                options={accounts}
                value={reading.account}
                onChoose={(id) => say('account', placeWord(nameOf(id)))}
              />
            </Part>
          )}
        </>
      )}
      {spans
        .filter(({ what }) => what === 'tag')
        .map((span) => (
          <Part key={span.from} label="tag" isSaid drop={() => onChange(without(text, span))}>
            <Word change={() => onSelect(span)} name={`tag ${text.slice(span.from, span.to)}`}>
              {text.slice(span.from, span.to)}
            </Word>
          </Part>
        ))}
      {chipTags(text, reading).byRules.map((tag) => (
        <Part key={tag} label="tag" proposedBy="rule">
          #{tag}
        </Part>
      ))}
      {reading.note !== null && !hasWholeTitle(reading) && (
        <Part label="note" isNamed proposedBy="rule">
          <span className="block truncate">{reading.note}</span>
        </Part>
      )}
    </ul>
  );
}

/** The tags that a line says, and those that rules add to them. */
export function chipTags(text: string, { spans, tags }: ReadLine): { said: string[]; byRules: string[] } {
  const tagTexts = spans
    .filter(({ what }) => what === 'tag')
    .map(({ from, to }) => text.slice(from, to).replace(/^#/, ''));
  const isSaid = (tag: string) => tagTexts.some((each) => comparableText(each) === comparableText(tag));
  return { said: tagTexts, byRules: tags.filter((tag) => !isSaid(tag)) };
}

/** Whether the note of a line is its title, which is too long for an entry. */
export function hasWholeTitle({ title, note }: ReadLine): boolean {
  return note !== null && title !== null && note.length > TRANSACTION_TITLE_MAX && note.startsWith(title);
}

/**
 * The categories that the sign of the amount allows; without a sign, the categories of both types. An amount with `+`
 * may be a refund, but for names that incomes have, too.
 */
function categoriesOf(
  categories: readonly Category[],
  text: string,
  { spans, type }: ReadLine,
  present: readonly string[],
): { options: CategoryChoice[]; refunds: CategoryChoice[] } {
  const expenses = categoriesToChoose(categories, 'Expense');
  const incomes = categoriesToChoose(categories, 'Income');
  const without = (choices: CategoryChoice[], others: CategoryChoice[]) =>
    choices.filter(({ value }) => !others.some((other) => other.value === value));
  const span = spans.find(({ what }) => what === 'amount');
  const isSigned = span !== undefined && /^\D{0,2}[+−-]/.test(text.slice(span.from, span.to));
  const refunds = isSigned && type === 'Income' ? without(expenses, incomes) : [];
  const offered = !isSigned ? [...expenses, ...without(incomes, expenses)] : type === 'Income' ? incomes : expenses;
  const known = [...offered, ...refunds];
  const missing = present.filter((name) => !known.some(({ value }) => value === name));
  return { options: [...offered, ...missing.map((name) => ({ value: name, label: name }))], refunds };
}

type PartProps = {
  label: string;
  /** On narrow screens, too, where other values stand for themselves. */
  isNamed?: boolean;
  /** The label as a noun. */
  noun?: string;
  /** The line says it. */
  isSaid?: boolean;
  /** An entry of the past, or a rule, proposes it. */
  proposedBy?: keyof typeof PROPOSED | undefined;
  drop?: (() => void) | undefined;
  children: ReactNode;
};

const PROPOSED = {
  past: { words: 'proposed', title: 'From the newest entry with this title' },
  rule: { words: 'by rule', title: 'By the rules of your account' },
};

function Part({ label, noun = label, isNamed = false, isSaid = false, proposedBy, drop, children }: PartProps) {
  const look = isSaid ? 'said' : proposedBy ? 'proposed' : 'usual';
  return (
    <Chip
      look={look}
      label={label}
      isNamed={isNamed}
      aside={
        proposedBy && (
          <span
            className={`pl-[0.4rem] text-micro whitespace-nowrap text-ink-muted ${drop ? '' : 'pr-2'}`}
            title={PROPOSED[proposedBy].title}
          >
            {PROPOSED[proposedBy].words}
          </span>
        )
      }
      drop={drop && { name: `Drop the ${noun}`, onClick: drop }}
    >
      {children}
    </Chip>
  );
}

/** As much as a pointer needs, however short the word. */
const TARGET = 'min-h-6 min-w-6 leading-6';

/** A part of the line that another is typed for. `name` is what it is, with what is shown. */
type WordProps = { change: (() => void) | undefined; name: string; children: ReactNode };

function Word({ change, name, children }: WordProps) {
  const does = `Change ${name}`;
  return (
    <button
      type="button"
      aria-label={does}
      title={does}
      className={`${TARGET} block max-w-full truncate text-left`}
      onClick={change}
    >
      {children}
    </button>
  );
}

const CHOICE = [
  `${TARGET} relative block rounded`,
  'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
].join(' ');

/** A native control over the text of a chip. */
const OVER = 'absolute inset-0 w-full cursor-pointer opacity-0';

type Option = { value: string; label: string };
type ChoiceProps = {
  label: string;
  options: readonly Option[];
  /** Further options below a heading. */
  group?: { label: string; options: readonly Option[] } | undefined;
  value: string | null;
  /** The words that are shown instead of the value's. */
  shown?: string | undefined;
  newOption?: NewOption | undefined;
  onChoose: (value: string) => void;
};

function Choice({ label, options, group, value, shown, newOption, onChoose }: ChoiceProps) {
  const onKeyDown = useTypedOption();
  const all = [...options, ...(group?.options ?? [])];
  const option = (one: Option) => (
    <option key={one.value} value={one.value}>
      {one.label}
    </option>
  );
  return (
    <label className={CHOICE}>
      <span aria-hidden="true" className="block truncate">
        {shown ?? all.find((one) => one.value === value)?.label ?? 'none'}
      </span>
      <select
        aria-label={shown === undefined ? label : `${label}, ${shown}`}
        className={OVER}
        value={value ?? ''}
        onKeyDown={onKeyDown}
        // The text stays while a new category is asked for: the value is the line's.
        onChange={({ target }) => (target.value === NEW_VALUE ? newOption?.onChoose() : onChoose(target.value))}
      >
        {!all.some((one) => one.value === value) && <option value={value ?? ''}>none</option>}
        {options.map(option)}
        {group && <optgroup label={group.label}>{group.options.map(option)}</optgroup>}
        {newOption && <option value={NEW_VALUE}>{newOption.label}</option>}
      </select>
    </label>
  );
}
