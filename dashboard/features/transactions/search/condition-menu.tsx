import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { FIELD_VALUES } from '#ledger/search/conditions.ts';
import type { QueryNames } from '#ledger/search/query.ts';
import { readWithTerms } from '#ledger/search/read-query.ts';
import { writtenText, writtenValue, writtenWhole } from '#ledger/search/write-query.ts';
import { useKnown } from '../../../browser-state/known.ts';
import { tagsQuery } from '../../../server/entry-queries.ts';
import { useUser } from '../../../server/user.ts';
import { Button } from '../../../ui/button.tsx';
import { capitalized } from '../../../ui/capitalized.ts';
import { Choices } from '../../../ui/choices.tsx';
import { ErrorText, FormField, Input, Select } from '../../../ui/fields.tsx';
import { BackIcon } from '../../../ui/icons.tsx';
import type { NamesInUse } from './completions.ts';

type Kind = 'text' | 'amount' | 'date' | 'category' | 'account' | 'wallet' | 'type' | 'tag' | 'has' | 'is';

const KINDS: readonly { kind: Kind; hint: string }[] = [
  { kind: 'text', hint: 'words in an entry' },
  { kind: 'amount', hint: 'exactly, or between two' },
  { kind: 'date', hint: 'a month, or some days' },
  { kind: 'category', hint: 'or none' },
  { kind: 'account', hint: 'either one of a transfer' },
  { kind: 'wallet', hint: 'how it was paid' },
  { kind: 'type', hint: 'expense, income, transfer' },
  { kind: 'tag', hint: 'such as #holiday' },
  { kind: 'has', hint: 'a receipt, a note, tags' },
  { kind: 'is', hint: 'split, imported, edited, refund' },
];

/** The meanings of the words of `has:`. */
const HAS_NAMES: Readonly<Record<string, string>> = { receipt: 'a receipt', note: 'a note', tags: 'tags' };

type Props = { names: QueryNames; inUse: NamesInUse; onAdd: (written: string) => void };

/** Menu that writes a condition: first its kind, then its value, and whether it is negated. */
export function ConditionMenu({ names, inUse, onAdd }: Props) {
  const [kind, setKind] = useState<Kind | null>(null);
  return (
    <fieldset className={BOX} onKeyDown={moveFocus}>
      <legend className="sr-only">Add a condition</legend>
      {kind === null ? (
        <Kinds onChoose={setKind} />
      ) : (
        <Condition key={kind} kind={kind} names={names} inUse={inUse} onBack={() => setKind(null)} onAdd={onAdd} />
      )}
    </fieldset>
  );
}

const BOX = [
  'absolute top-[calc(100%+0.5rem)] right-0 z-6 w-88 animate-appear rounded-float border border-rule-strong',
  'bg-raised p-2 shadow-(--shadow-pop) max-sm:w-full',
].join(' ');

/** Arrow keys move among the buttons of a list. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const list = event.target instanceof Element ? event.target.closest('ul') : null;
  if (step === undefined || !list) return;
  const buttons = [...list.querySelectorAll('button')];
  const next = buttons[buttons.indexOf(event.target as HTMLButtonElement) + step];
  next?.focus();
  event.preventDefault();
}

const ROW = [
  'flex min-h-9 w-full items-center justify-between gap-4 rounded px-3 text-left hover:bg-hover touch:min-h-11',
  '-outline-offset-2',
].join(' ');

function Kinds({ onChoose }: { onChoose: (kind: Kind) => void }) {
  const first = useFocus<HTMLButtonElement>();
  return (
    <ul>
      {KINDS.map(({ kind, hint }, index) => (
        <li key={kind}>
          <button ref={index === 0 ? first : null} type="button" className={ROW} onClick={() => onChoose(kind)}>
            {capitalized(kind)} <span className="truncate note text-[1rem]">{hint}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

type Sign = 'is' | 'not';
type ConditionProps = Props & { kind: Kind; onBack: () => void };

function Condition({ kind, names, inUse, onBack, onAdd }: ConditionProps) {
  const [sign, setSign] = useState<Sign>('is');
  const [problem, setProblem] = useState<string>();
  const back = useFocus<HTMLButtonElement>();
  const verb = ['text', 'tag', 'has'].includes(kind) ? 'has' : 'is';

  /** Adds what was written, unless it isn't understood. */
  function add(written: string) {
    const signed = sign === 'not' ? `-${written}` : written;
    const read = readWithTerms(signed, names);
    if (read.problem) setProblem(read.problem.message);
    else onAdd(signed);
  }

  return (
    <div className="grid gap-3 px-1 pb-1">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <button
          ref={back}
          type="button"
          className={BACK}
          aria-label={`Back from ${capitalized(kind)}`}
          onClick={onBack}
        >
          <BackIcon />
          {capitalized(kind)}
        </button>
        <Choices
          legend="Whether it holds"
          choices={[
            { value: 'is', label: verb },
            { value: 'not', label: `${verb} not` },
          ]}
          chosen={sign}
          onChoose={setSign}
        />
      </div>
      <Values kind={kind} inUse={inUse} onAdd={add} />
      <ErrorText id="condition-problem" error={problem} />
    </div>
  );
}

const BACK = 'inline-flex min-h-9 items-center gap-2 rounded pr-2 font-semibold hover:text-accent touch:min-h-11';

type ValuesProps = { kind: Kind; inUse: NamesInUse; onAdd: (written: string) => void };

function Values({ kind, inUse, onAdd }: ValuesProps) {
  const of = (values: readonly string[]) =>
    values.map((value) => ({ label: value, written: `${kind}:${writtenValue(value)}` }));
  switch (kind) {
    case 'text':
      return <TextForm onAdd={onAdd} />;
    case 'amount':
      return <AmountForm onAdd={onAdd} />;
    case 'date':
      return <DateForm onAdd={onAdd} />;
    case 'tag':
      return <TagForm onAdd={onAdd} />;
    case 'category':
      return (
        <List
          values={[...of([...new Set(inUse.categories)]), { label: 'none', written: 'category:-' }]}
          onAdd={onAdd}
        />
      );
    case 'account':
      return <List values={of([...new Set(inUse.accounts)])} onAdd={onAdd} />;
    case 'has':
      return (
        <List
          values={of(FIELD_VALUES.has).map(({ label, written }) => ({ label: HAS_NAMES[label] ?? label, written }))}
          onAdd={onAdd}
        />
      );
    case 'type':
      return (
        <List
          values={of(FIELD_VALUES.type).map(({ label, written }) => ({ label: capitalized(label), written }))}
          onAdd={onAdd}
        />
      );
    case 'wallet':
    case 'is':
      return <List values={of(FIELD_VALUES[kind])} onAdd={onAdd} />;
    default:
      return kind satisfies never;
  }
}

type ListProps = { values: readonly { label: string; written: string }[]; onAdd: (written: string) => void };

function List({ values, onAdd }: ListProps) {
  return (
    <ul className="-mx-1 max-h-72 overflow-y-auto border-t border-rule pt-1">
      {values.map(({ label, written }) => (
        <li key={written}>
          <button type="button" className={ROW} onClick={() => onAdd(written)}>
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Form of a condition that is typed, with the button that adds it. */
function Form({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  function submit(event: SubmitEvent) {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form noValidate className="grid gap-3 border-t border-rule pt-3" onSubmit={submit}>
      {children}
      <Button type="submit" kind="primary" size="compact" writes={false} className="justify-self-end">
        Add
      </Button>
    </form>
  );
}

type FormProps = { onAdd: (written: string) => void };

const PLACES = [
  { value: '', label: 'anywhere' },
  { value: 'title:', label: 'in the title' },
  { value: 'note:', label: 'in the note' },
  { value: 'counterparty:', label: 'who paid or was paid' },
];

const PARTS = [
  { value: 'any', label: 'inside longer words too' },
  { value: 'whole', label: 'as whole words' },
];

function TextForm({ onAdd }: FormProps) {
  const [place, setPlace] = useState('');
  const [text, setText] = useState('');
  const [part, setPart] = useState('any');
  const typed = text.trim();
  const condition = place === '' ? writtenText(typed) : place + writtenValue(typed);
  return (
    <Form onSubmit={() => onAdd(part === 'whole' ? place + writtenWhole(typed) : condition)}>
      <FormField label="Words" error={undefined}>
        {(props) => <Input {...props} value={text} onChange={({ target }) => setText(target.value)} />}
      </FormField>
      <FormField label="Where" error={undefined}>
        {(props) => <Options {...props} options={PLACES} value={place} onChoose={setPlace} />}
      </FormField>
      <FormField label="Found" error={undefined}>
        {(props) => <Options {...props} options={PARTS} value={part} onChoose={setPart} />}
      </FormField>
    </Form>
  );
}

const COMPARISONS = [
  { value: ':', label: 'exactly' },
  { value: '>', label: 'more than' },
  { value: '>=', label: 'at least' },
  { value: '<', label: 'less than' },
  { value: '<=', label: 'at most' },
  { value: '..', label: 'between' },
];

function AmountForm({ onAdd }: FormProps) {
  const { currency } = useUser();
  const [comparison, setComparison] = useState(':');
  const [amounts, setAmounts] = useState({ from: '', to: '' });
  const isRange = comparison === '..';
  const [from, to] = [amounts.from.replaceAll(/\s/g, ''), amounts.to.replaceAll(/\s/g, '')];
  const field = (name: 'from' | 'to', label: string) => (
    <FormField label={label} error={undefined}>
      {(props) => (
        <Input
          {...props}
          inputMode="decimal"
          autoComplete="off"
          value={amounts[name]}
          onChange={({ target }) => setAmounts({ ...amounts, [name]: target.value })}
        />
      )}
    </FormField>
  );
  return (
    <Form onSubmit={() => onAdd(isRange ? `amount:${from}..${to}` : `amount${comparison}${from}`)}>
      <FormField label="How" error={undefined}>
        {(props) => <Options {...props} options={COMPARISONS} value={comparison} onChoose={setComparison} />}
      </FormField>
      <div className={isRange ? 'grid grid-cols-2 gap-3' : ''}>
        {field('from', isRange ? `From, in ${currency}` : `Amount, in ${currency}`)}
        {isRange && field('to', `To, in ${currency}`)}
      </div>
    </Form>
  );
}

function DateForm({ onAdd }: FormProps) {
  const [month, setMonth] = useState('');
  const [days, setDays] = useState({ from: '', to: '' });
  const field = (name: 'from' | 'to', label: string) => (
    <FormField label={label} error={undefined}>
      {(props) => (
        <Input
          {...props}
          type="date"
          value={days[name]}
          onChange={({ target }) => setDays({ ...days, [name]: target.value })}
        />
      )}
    </FormField>
  );
  const { from, to } = days;
  const range = from === to ? from : `${from}..${to}`;
  return (
    <>
      <ul className="-mx-1 grid grid-cols-2 border-t border-rule pt-1">
        {FIELD_VALUES.date.map((word) => (
          <li key={word}>
            <button type="button" className={ROW} onClick={() => onAdd(`date:${word}`)}>
              {capitalized(word.replaceAll('-', ' '))}
            </button>
          </li>
        ))}
      </ul>
      <Form onSubmit={() => onAdd(`date:${month === '' ? range : month}`)}>
        <FormField label="Month" error={undefined}>
          {(props) => (
            <Input
              {...props}
              type="month"
              placeholder="2026-03"
              value={month}
              onChange={({ target }) => setMonth(target.value)}
            />
          )}
        </FormField>
        {month === '' && (
          <div className="grid grid-cols-2 gap-3">
            {field('from', 'From')}
            {field('to', 'To')}
          </div>
        )}
      </Form>
    </>
  );
}

function TagForm({ onAdd }: FormProps) {
  const { data: tags = [] } = useQuery(tagsQuery(useKnown()));
  const [tag, setTag] = useState('');
  const typed = tag.trim().replace(/^#/, '');
  return (
    <>
      {tags.length > 0 && (
        <List values={tags.map((each) => ({ label: `#${each}`, written: `#${each}` }))} onAdd={onAdd} />
      )}
      <Form onSubmit={() => onAdd(`tag:${writtenValue(typed)}`)}>
        <FormField label="Tag" error={undefined}>
          {(props) => <Input {...props} value={tag} onChange={({ target }) => setTag(target.value)} />}
        </FormField>
      </Form>
    </>
  );
}

type OptionsProps = {
  id: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChoose: (value: string) => void;
};

function Options({ options, value, onChoose, ...props }: OptionsProps) {
  return (
    <Select {...props} value={value} onChange={({ target }) => onChoose(target.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}

/** Takes the focus once it is there. */
function useFocus<Focused extends HTMLElement>() {
  const element = useRef<Focused>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
