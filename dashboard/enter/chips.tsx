import type { ReactNode } from 'react';
import { tv } from 'tailwind-variants/lite';
import type { ReadLine } from '#contract/line-calls.ts';
import type { User } from '#contract/user.ts';
import { CATEGORIES, EXPENSE_CATEGORIES, INCOME_CATEGORIES, WALLETS } from '#ledger/model/constants.ts';
import { usualWallet } from '#ledger/model/usual-wallet.ts';
import { accountName, hasSeveralAccounts, openAccounts } from '../accounts/accounts.ts';
import { formatDay } from '../ui/day.ts';
import { CloseIcon } from '../ui/icons.tsx';
import { formatMoney, signOf } from '../ui/money.ts';
import { accountOfTransfer, categoryWord, placeWord, type Span, saying, without } from './edit-line.ts';

type What = Span['what'];

type Props = {
  user: User;
  /** The line that was read, and what it says. */
  text: string;
  reading: ReadLine;
  /** Takes the line that a chip has changed. */
  onChange: (text: string) => void;
  /** Selects a part of the line, to type another. */
  onSelect: (span: Span) => void;
};

/** What a line says, part by part: each can be changed, and dropped where the line or the past says it. */
export function Chips({ user, text, reading, onChange, onSelect }: Props) {
  const { type, spans, from } = reading;
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
  const nameOf = (id: string) => accountName(user, id);
  const kind = user.accounts.find(({ _id }) => _id === reading.account)?.kind;
  const accountOf = (what: 'account' | 'toAccount') => {
    const span = spanOf(what);
    return (id: string) => span && say(what, accountOfTransfer(text, span, nameOf(id)));
  };
  const wallets = WALLETS.map((wallet) => ({ value: wallet, label: wallet }));
  const categories = (isTransfer ? [] : spanOf('amount') ? categoriesOf(text, reading) : CATEGORIES).map((value) => ({
    value,
    label: value,
  }));
  const ofIncome = type === 'Income';

  return (
    <ul aria-label="What the line says" className="flex flex-wrap items-center gap-x-2 gap-y-[0.4rem]">
      {reading.amount !== null && (
        <Chip label="amount" isSaid drop={drop('amount')}>
          <Word change={select('amount')} label="Change the amount">
            {!isTransfer && (
              <span className={ofIncome ? 'text-income' : 'text-expense'} aria-hidden="true">
                {signOf(type)}{' '}
              </span>
            )}
            <span className={ofIncome ? 'font-semibold text-income' : 'font-semibold'}>
              {formatMoney(reading.amount, user.currency)}
            </span>
          </Word>
        </Chip>
      )}
      {reading.title !== null && (
        <Chip label="title" isSaid drop={drop('title')}>
          <Word change={select('title')} label="Change the title">
            {reading.title}
          </Word>
        </Chip>
      )}
      <Chip label="date" isSaid={spanOf('date') !== undefined} drop={drop('date')}>
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
      </Chip>
      {isTransfer ? (
        <>
          <Chip label="from" isNamed isSaid>
            <Choice label="From" options={accounts} value={reading.account} onChoose={accountOf('account')} />
          </Chip>
          <Chip label="to" isNamed isSaid>
            <Choice label="To" options={accounts} value={reading.toAccount} onChoose={accountOf('toAccount')} />
          </Chip>
        </>
      ) : (
        <>
          <Chip
            label="category"
            isSaid={from.category === 'line' || spanOf('category') !== undefined}
            isProposed={from.category === 'past'}
            drop={from.category === 'past' ? () => say('category', categoryWord('')) : drop('category')}
          >
            <Choice
              label="Category"
              options={[{ value: '', label: 'none' }, ...categories]}
              value={reading.category ?? ''}
              onChoose={(category) => say('category', categoryWord(category))}
            />
          </Chip>
          {!ofIncome && (
            <Chip
              label="wallet"
              isSaid={from.wallet === 'line' || spanOf('wallet') !== undefined}
              isProposed={from.wallet === 'past'}
              drop={from.wallet === 'past' ? () => say('wallet', placeWord(usualWallet(kind))) : drop('wallet')}
            >
              <Choice
                label="Wallet"
                options={wallets}
                value={reading.wallet}
                onChoose={(wallet) => say('wallet', placeWord(wallet))}
              />
            </Chip>
          )}
          {hasSeveralAccounts(user) && (
            <Chip
              label="account"
              isSaid={from.account === 'line' || spanOf('account') !== undefined}
              isProposed={from.account === 'past'}
              drop={from.account === 'past' && first ? () => say('account', placeWord(first.label)) : drop('account')}
            >
              <Choice
                label="Account"
                options={accounts}
                value={reading.account}
                onChoose={(id) => say('account', placeWord(nameOf(id)))}
              />
            </Chip>
          )}
        </>
      )}
      {spans
        .filter(({ what }) => what === 'tag')
        .map((span) => (
          <Chip key={span.from} label="tag" isSaid drop={() => onChange(without(text, span))}>
            <Word change={() => onSelect(span)} label="Change the tag">
              {text.slice(span.from, span.to)}
            </Word>
          </Chip>
        ))}
    </ul>
  );
}

/** The categories that the sign of the amount allows. */
function categoriesOf(text: string, { spans, type }: ReadLine): readonly string[] {
  const span = spans.find(({ what }) => what === 'amount');
  const amount = span ? text.slice(span.from, span.to) : '';
  if (!/^\D{0,2}[+−-]/.test(amount)) return CATEGORIES;
  return type === 'Income' ? INCOME_CATEGORIES : EXPENSE_CATEGORIES;
}

const chip = tv({
  base: 'inline-flex min-h-8 max-w-full items-center rounded border text-small touch:min-h-11',
  variants: {
    look: {
      said: 'border-rule-strong',
      proposed: 'border-dashed border-rule-strong',
      usual: 'border-transparent text-ink-muted',
    },
  },
});

const DROP = [
  'flex min-w-7 items-center justify-center self-stretch rounded text-ink-muted',
  'hover:text-ink touch:min-w-11',
].join(' ');

type ChipProps = {
  label: string;
  /** On narrow screens, too, where other values stand for themselves. */
  isNamed?: boolean;
  /** The line says it. */
  isSaid?: boolean;
  /** An entry of the past proposes it. */
  isProposed?: boolean;
  drop?: (() => void) | undefined;
  children: ReactNode;
};

function Chip({ label, isNamed = false, isSaid = false, isProposed = false, drop, children }: ChipProps) {
  const look = isSaid ? 'said' : isProposed ? 'proposed' : 'usual';
  return (
    <li className={chip({ look })}>
      <span aria-hidden="true" className={`note pl-2 text-[1rem]/none ${isNamed ? '' : 'max-sm:hidden'}`}>
        {label}
      </span>
      <span className={`min-w-0 pl-[0.4rem] ${isNamed ? '' : 'max-sm:pl-2'} ${drop ? '' : 'pr-2'}`}>{children}</span>
      {isProposed && (
        <span className="pl-[0.4rem] text-micro text-ink-muted" title="From the newest entry with this title">
          proposed
        </span>
      )}
      {drop && (
        <button type="button" className={DROP} aria-label={`Drop the ${label}`} onClick={drop}>
          <CloseIcon size={12} />
        </button>
      )}
    </li>
  );
}

/** A part of the line that another is typed for. */
function Word({ change, label, children }: { change: (() => void) | undefined; label: string; children: ReactNode }) {
  return (
    <button type="button" aria-label={label} title={label} className="block max-w-full truncate" onClick={change}>
      {children}
    </button>
  );
}

const CHOICE = [
  'relative block rounded',
  'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
].join(' ');

/** A native control over the text of a chip. */
const OVER = 'absolute inset-0 w-full cursor-pointer opacity-0';

type ChoiceProps = {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string | null;
  onChoose: (value: string) => void;
};

function Choice({ label, options, value, onChoose }: ChoiceProps) {
  return (
    <label className={CHOICE}>
      <span aria-hidden="true" className="block truncate">
        {options.find((option) => option.value === value)?.label ?? 'none'}
      </span>
      <select aria-label={label} className={OVER} value={value ?? ''} onChange={({ target }) => onChoose(target.value)}>
        {!options.some((option) => option.value === value) && <option value={value ?? ''}>none</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
