import { cva } from 'class-variance-authority';
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import type { PastTitle } from '#contract/ledger-calls.ts';
import { LINE_MAX } from '#contract/limits.ts';
import type { ReadLine } from '#contract/line-calls.ts';
import type { Entry } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import { useFormCommand } from '../../commands/use-command.ts';
import { isProblem, problemMessage } from '../../server/problem.ts';
import { useUser } from '../../server/user.ts';
import { Button } from '../../ui/button.tsx';
import { formatDay } from '../../ui/day.ts';
import { ErrorText } from '../../ui/fields.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { formatMoney, signedText, signOf } from '../../ui/money.ts';
import { hasSeveralAccounts, nameOfAccount } from '../accounts/accounts.ts';
import { LeftAfter } from '../budget/left-after.tsx';
import { valueLines } from '../undo/field-words.ts';
import { AT_HEAD } from './at-head.ts';
import { Chips, chipTags, hasWholeTitle } from './chips.tsx';
import { DateOrderQuestion, hasNumericDate, orderQuestion } from './date-order-question.tsx';
import { completed, type TextSpan } from './edit-line.ts';
import { type LineReading, useReading } from './use-reading.ts';

type Props = {
  /** In a page what the line says floats over what is below; in a dialog it stands below the field. */
  place: 'page' | 'dialog';
  /** Gives what was typed before the field had the focus, once. */
  takeTyped?: () => string;
};

/** Field that records an entry from one line (product 9.7). What is understood of it stands below as it is typed. */
export function EnterLine({ place, takeTyped }: Props) {
  const user = useUser();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(place === 'dialog');
  const [offers, setOffers] = useState({ areShown: false, active: -1 });
  const [isRefused, setRefused] = useState(false);
  const { reading, isCurrent, problem } = useReading(text);
  const input = useRef<HTMLInputElement>(null);
  const isSending = useRef(false);
  const entered = useRef<Entry | null>(null);
  const ids = useId();
  const { send } = useFormCommand('enter', {
    failed: 'Unable to enter this line',
    onSaved: ({ entry }) => {
      entered.current = entry;
    },
    saved: () => (entered.current ? `Entered: ${wordsOf(entered.current, user)}` : 'Entered'),
  });
  const titles = offers.areShown && isCurrent ? (reading?.titles ?? []) : [];
  const selected = titles[offers.active];
  const refusals = isCurrent && reading ? problemsOf(reading.says, isRefused) : [];
  const messages =
    refusals.length > 0 ? refusals.map(({ message }) => message) : problem ? [problemMessage(problem)] : [];

  function type(typed: string) {
    setText(typed);
    setOpen(true);
    setRefused(false);
    setOffers({ areShown: true, active: -1 });
  }

  /** Takes a line that was changed by other means than typing. */
  function change(changed: string) {
    type(changed);
    setOffers({ areShown: false, active: -1 });
    input.current?.focus();
  }

  function take({ title }: PastTitle) {
    if (reading) change(completed(text, reading.says.spans, title));
  }

  async function enter() {
    if (text.trim() === '' || isSending.current) return;
    if (isCurrent && reading?.says.complete === false) return setRefused(true);
    isSending.current = true;
    setText('');
    setOffers({ areShown: false, active: -1 });
    await send(
      { text },
      {
        onFailed: (problem) => {
          setText((typed) => typed || text);
          const isIncomplete = isProblem(problem, 'incomplete_line');
          setRefused(isIncomplete);
          return isIncomplete;
        },
      },
    );
    isSending.current = false;
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const offered = selected ?? titles[0];
    if (step !== undefined && titles.length > 0) {
      // Beside the titles there is the place where none is selected.
      const places = titles.length + 1;
      setOffers({ areShown: true, active: ((offers.active + 1 + step + places) % places) - 1 });
    } else if (event.key === 'Tab' && !event.shiftKey && offered) take(offered);
    else if (event.key === 'Enter' && selected) take(selected);
    else if (event.key === 'Enter') void enter();
    else if (event.key === 'Escape' && titles.length > 0) setOffers({ areShown: false, active: -1 });
    else if (event.key === 'Escape' && place === 'page') input.current?.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (place === 'page' && !currentTarget.contains(relatedTarget)) setOpen(false);
  }

  const optionId = (index: number) => `${ids}-title-${index}`;
  const asksForOrder = user.dateOrder == null && hasNumericDate(text);
  const isShown = isOpen && text.trim() !== '' && (reading !== null || problem !== null);
  const isOffering = isShown && titles.length > 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices where the focus goes.
    <div className="relative" onBlur={onBlur} onFocus={() => setOpen(true)}>
      <div className="relative">
        {place === 'page' && (
          <label htmlFor={`${ids}-field`} className={SIGN} aria-hidden="true">
            <PlusIcon />
          </label>
        )}
        <input
          ref={input}
          id={`${ids}-field`}
          className={field({ place })}
          role="combobox"
          aria-label="Enter a line"
          aria-describedby={`${ids}-error`}
          aria-invalid={refusals.length > 0}
          aria-autocomplete="list"
          aria-expanded={isOffering}
          aria-controls={`${ids}-titles`}
          aria-activedescendant={selected && optionId(offers.active)}
          placeholder="coffee 4.20 #food yesterday"
          maxLength={LINE_MAX}
          autoComplete="off"
          enterKeyHint="done"
          value={text}
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKeyDown}
          onFocus={() => {
            const typed = takeTyped?.() ?? '';
            if (typed !== '') type(text + typed);
          }}
          {...(place === 'page' && { [AT_HEAD]: true })}
        />
        {text.trim() !== '' && (
          <span className="absolute inset-y-0 right-0 flex items-center group-data-[mode=find]/modes:hidden">
            <Button size="compact" writes onClick={() => void enter()}>
              Enter
            </Button>
          </span>
        )}
      </div>
      <p role="status" className="sr-only">
        {isCurrent && reading ? summaryOf(reading, user) : ''}
      </p>
      {/* Each by itself: what has not changed is not said again. */}
      <p role="status" className="sr-only">
        {isShown && asksForOrder ? orderQuestion() : ''}
      </p>
      <p role="status" className="sr-only">
        {isOffering ? `Titles of the past: ${titles.map(({ title }) => title).join(', ')}` : ''}
      </p>
      <div className={panel({ place })} hidden={!isShown}>
        {reading && (
          <Chips
            user={user}
            text={reading.text}
            reading={reading.says}
            onChange={(changed) => isCurrent && change(changed)}
            onSelect={({ from, to }: TextSpan) => {
              input.current?.focus();
              input.current?.setSelectionRange(from, to);
            }}
          />
        )}
        {reading?.says.warnings.map(({ code, message }) => (
          <p key={code} className="text-small text-ink-muted">
            {message}
          </p>
        ))}
        {reading?.says.type === 'Expense' && reading.says.date !== null && (
          <LeftAfter
            category={reading.says.category ?? ''}
            amount={reading.says.amount ?? undefined}
            date={reading.says.date}
          />
        )}
        {reading && hasWholeTitle(reading.says) && (
          <p className="text-small text-ink-muted">The whole title is kept in the note.</p>
        )}
        <ErrorText id={`${ids}-error`} error={messages.length > 0 ? messages.join('. ') : undefined} />
        {asksForOrder && <DateOrderQuestion onAnswered={() => input.current?.focus()} />}
        <div
          id={`${ids}-titles`}
          role="listbox"
          aria-label="Titles of the past"
          className={list({ place })}
          hidden={titles.length === 0}
        >
          {titles.map((past, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
            <div
              key={past.title}
              id={optionId(index)}
              role="option"
              aria-selected={index === offers.active}
              tabIndex={-1}
              className={option({ isSelected: index === offers.active })}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(past)}
            >
              <span className="truncate">{past.title}</span>
              <span className="flex-none text-small text-ink-muted">
                {past.category}
                {past === (selected ?? titles[0]) && <kbd className={KEY}>Tab</kbd>}
              </span>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

const KEY = 'ml-3 rounded border border-rule-strong px-[0.35rem] py-[0.1rem] font-ui text-micro max-sm:hidden';

const SIGN = [
  'absolute inset-y-0 left-0 flex w-8 cursor-text items-center text-accent',
  'group-data-[mode=find]/modes:cursor-pointer',
].join(' ');

const field = cva(
  [
    'h-11 w-full border-b border-rule-strong bg-transparent pr-20 text-[1.0625rem] text-ink',
    'placeholder:text-ink-muted focus-visible:border-accent focus-visible:outline-none',
    'focus-visible:shadow-[inset_0_-1px_0_var(--accent)]',
    'aria-invalid:border-danger aria-invalid:shadow-[inset_0_-1px_0_var(--danger)]',
  ],
  // In the other mode of the head it is as wide as its sign.
  {
    variants: {
      place: { page: 'pl-8 group-data-[mode=find]/modes:pr-0 group-data-[mode=find]/modes:pl-11', dialog: '' },
    },
  },
);

const panel = cva('grid grid-cols-[minmax(0,1fr)] gap-3 [&[hidden]]:hidden', {
  variants: {
    place: {
      page: [
        'absolute inset-x-0 top-full z-5 mt-1 rounded-float border border-rule-strong bg-raised p-3',
        'shadow-(--shadow-pop)',
      ],
      dialog: 'min-h-24 content-start pt-4',
    },
  },
});

const list = cva('-mx-3 border-t border-rule pt-1 [&[hidden]]:hidden', {
  variants: { place: { page: '-mb-2', dialog: '' } },
});

const option = cva(
  'flex min-h-10 cursor-pointer items-center justify-between gap-6 px-3 hover:bg-hover touch:min-h-11',
  { variants: { isSelected: { true: 'bg-accent-wash shadow-[inset_3px_0_0_var(--accent)]' } } },
);

/** The problems of a line to show: what is missing only once it was to be entered. */
function problemsOf({ problems }: ReadLine, isRefused: boolean): ReadLine['problems'] {
  return problems.filter(({ code }) => isRefused || !code.endsWith('_missing'));
}

/** An entry in a few words, such as `coffee, − $4.20`. */
function wordsOf({ type, title, amount }: Entry, { currency }: User): string {
  const money = formatMoney(amount, currency);
  return type === 'Transfer' ? `${title ?? 'transfer'}, ${money}` : `${title}, ${signedText(signOf(type), money)}`;
}

/** The content of a line, for a screen reader. */
function summaryOf({ text, says }: LineReading, user: User) {
  const { type, amount, title, date, category, wallet, account, toAccount, from, parts, warnings } = says;
  const by = (field: keyof ReadLine['from']) =>
    from[field] === 'past' ? ', proposed' : from[field] === 'rule' ? ', by rule' : '';
  const { said, byRules } = chipTags(text, says);
  const words = [
    type,
    amount === null ? 'no amount' : formatMoney(amount, user.currency),
    title ?? (type === 'Transfer' ? null : 'no title'),
    date === null ? 'no date' : formatDay(date).long,
    category && `category ${category}${by('category')}`,
    parts && `split into ${valueLines('parts', parts, user).join('; ')}${by('category')}`,
    type === 'Expense' && wallet && `paid with ${wallet}${by('wallet')}`,
    type !== 'Transfer' && account && hasSeveralAccounts(user)
      ? `account ${nameOfAccount(user, account)}${by('account')}`
      : null,
    type === 'Transfer' && account && toAccount
      ? `from ${nameOfAccount(user, account)} to ${nameOfAccount(user, toAccount)}`
      : null,
    ...said.map((tag) => `tag ${tag}`),
    ...byRules.map((tag) => `tag ${tag}, by rule`),
    ...warnings.map(({ message }) => message),
  ];
  return words.filter(Boolean).join(', ');
}
