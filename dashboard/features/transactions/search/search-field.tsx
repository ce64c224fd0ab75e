import { useQuery } from '@tanstack/react-query';
import { cva } from 'class-variance-authority';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { QUERY_MAX, type QueryProblem } from '#ledger/search/query.ts';
import { useKnown } from '../../../browser-state/known.ts';
import { isLetterKey } from '../../../keys/letter-keys.ts';
import { foundQuery, isRefusal, tagsQuery } from '../../../server/entry-queries.ts';
import { problemMessage } from '../../../server/problem.ts';
import { useCategories } from '../../../shared/categories/use-categories.ts';
import { CloseIcon, ErrorIcon, SearchIcon } from '../../../ui/icons.tsx';
import { ProgressLine } from '../../../ui/loading.tsx';
import { OPEN_DIALOG } from '../../../ui/open-dialog.ts';
import { useSettled } from '../../../ui/use-settled.ts';
import { AddCondition } from './add-condition.tsx';
import { type Completion, completedQuery, completionsAt } from './completions.ts';
import { SearchTerms } from './terms.tsx';
import type { SearchState } from './use-search.ts';
import { SaveView } from './views.tsx';

/** Field of the query, with its terms, what completes it, and a menu that writes conditions (product 9.7). */
export function SearchField({ search }: { search: SearchState }) {
  const { text, reading, field: input, isAnswered, type, finish, change } = search;
  const ids = useId();
  /** Where the cursor is; null while nothing is to be completed. */
  const [place, setPlace] = useState<number | null>(null);
  const [active, setActive] = useState(-1);
  const names = useNames(search, text.includes('#') || /tag:/i.test(text));
  const completions = place === null ? null : completionsAt(text, place, names);
  const offers = completions?.offers ?? [];
  const selected = offers[active];
  const { refusal, isSlow } = useAsking(search.asked);
  const problem = reading.problem ?? refusal;
  const isSaid = problem !== null && offers.length === 0;
  const optionId = (index: number) => `${ids}-offer-${index}`;
  useSlash(input);

  function close() {
    setPlace(null);
    setActive(-1);
  }

  /** Takes a query that was changed by other means than typing. */
  function take(changed: string) {
    close();
    change(changed);
  }

  function onType(target: HTMLInputElement) {
    const next = isInWord(target) ? target.selectionStart : null;
    type(target.value, next !== null && completionsAt(target.value, next, names).offers.length > 0);
    setPlace(next);
    setActive(-1);
  }

  function complete(offer: Completion) {
    if (!completions) return;
    const { text: typed, place: next } = completedQuery(text, completions, offer);
    // Behind a field its values are completed next.
    const isField = typed[next - 1] === ':';
    // At once: what is typed next would stand before the caret is there.
    flushSync(() => {
      type(typed, isField);
      setActive(-1);
      setPlace(isField ? next : null);
    });
    select({ from: next, to: next });
  }

  function select({ from, to }: { from: number; to: number }) {
    input.current?.focus();
    input.current?.setSelectionRange(from, to);
  }

  function enter() {
    close();
    finish();
    if (reading.problem) select({ from: reading.problem.at, to: endOf(text, reading.problem) });
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const first = text.slice(0, place ?? 0).trim() === '' ? undefined : offers[0];
    const offered = selected ?? first;
    if (step !== undefined && offers.length > 0) {
      // Beside the offers there is the place where none is selected.
      const places = offers.length + 1;
      setActive((at) => ((at + 1 + step + places) % places) - 1);
    } else if (event.key === 'ArrowDown') setPlace(event.currentTarget.selectionStart);
    else if (event.key === 'Tab' && !event.shiftKey && offered) complete(offered);
    else if (event.key === 'Enter' && selected) complete(selected);
    else if (event.key === 'Enter') enter();
    else if (event.key === 'Escape' && offers.length > 0) close();
    else if (event.key === 'Escape') input.current?.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (currentTarget.contains(relatedTarget)) return;
    close();
    finish();
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices where the focus goes. */}
      <div className="contents" onBlur={onBlur}>
        <div className={line({ isWrong: isSaid })}>
          <label htmlFor={`${ids}-field`} className={SIGN} aria-hidden="true">
            <SearchIcon />
          </label>
          <input
            ref={input}
            id={`${ids}-field`}
            role="combobox"
            className={INPUT}
            aria-label="Find entries"
            aria-keyshortcuts="/"
            aria-describedby={`${ids}-problem`}
            aria-invalid={isSaid || undefined}
            aria-autocomplete="list"
            aria-expanded={offers.length > 0}
            aria-controls={`${ids}-offers`}
            aria-activedescendant={selected && optionId(active)}
            placeholder="coffee category:Groceries amount>20"
            maxLength={QUERY_MAX}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            value={text}
            onChange={({ target }) => onType(target)}
            onKeyDown={onKeyDown}
            onClick={() => setPlace(null)}
          />
          {text !== '' && (
            <button type="button" className={CLEAR} aria-label="Clear the search" onClick={() => take('')}>
              <CloseIcon size={14} />
            </button>
          )}
          <AddCondition search={search} names={names} onAdd={take} />
          {isSlow && (
            <div className="absolute inset-x-0 -bottom-[2px]">
              <ProgressLine />
            </div>
          )}
          <div
            id={`${ids}-offers`}
            role="listbox"
            aria-label="Completions"
            className={LIST}
            hidden={offers.length === 0}
          >
            {offers.map((offer, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
              <div
                key={offer.written}
                id={optionId(index)}
                role="option"
                aria-selected={index === active}
                tabIndex={-1}
                className={option({ isSelected: index === active })}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => complete(offer)}
              >
                <span className="truncate">{offer.label}</span>
                <span className="flex-none note text-[1rem]">{offer.what}</span>
              </div>
            ))}
          </div>
        </div>
        <div className="col-span-full min-w-0">
          <ProblemText
            id={`${ids}-problem`}
            text={text}
            problem={isSaid ? problem : null}
            isListBefore={reading.problem !== null && isAnswered}
          />
          {text.trim() !== '' && (
            <div className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-[0.4rem]">
              <SearchTerms search={search} onChange={take} onSelect={select} />
              <SaveView search={search} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}

const SIGN =
  'flex h-11 w-8 flex-none cursor-text items-center text-ink-muted group-data-[mode=enter]/modes:cursor-pointer';

/** In the other mode it is as wide as its sign, on wide screens. */
const line = cva(['relative flex min-w-0 items-center border-b', 'sm:group-data-[mode=enter]/modes:overflow-hidden'], {
  variants: {
    isWrong: {
      true: 'border-danger shadow-[inset_0_-1px_0_var(--danger)]',
      false: [
        'border-rule-strong has-[input:focus-visible]:border-accent',
        'has-[input:focus-visible]:shadow-[inset_0_-1px_0_var(--accent)]',
      ],
    },
  },
});

const INPUT = [
  'h-11 min-w-0 flex-1 bg-transparent pr-3 text-[1.0625rem] text-ellipsis text-ink placeholder:text-ink-muted',
  'focus-visible:outline-none',
].join(' ');

const CLEAR =
  'flex h-9 w-9 flex-none items-center justify-center rounded text-ink-muted hover:text-ink touch:h-11 touch:w-11';

const LIST = [
  'absolute inset-x-0 top-full z-5 mt-1 max-h-[21rem] overflow-y-auto rounded-float border border-rule-strong',
  'bg-raised py-1 shadow-(--shadow-pop) [&[hidden]]:hidden',
].join(' ');

const option = cva(
  'flex min-h-10 cursor-pointer items-center justify-between gap-6 px-3 hover:bg-hover touch:min-h-11',
  { variants: { isSelected: { true: 'bg-accent-wash shadow-[inset_3px_0_0_var(--accent)]' } } },
);

/** Focuses the field on `/`, unless it is typed, or while a dialog is open. */
function useSlash(input: SearchState['field']) {
  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent) {
      if (!isLetterKey(event, 'find') || event.repeat || document.querySelector(OPEN_DIALOG)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [input]);
}

/** The names of accounts and categories, and the tags in use, once they are asked for. */
function useNames({ names }: SearchState, needsTags: boolean) {
  const { data: tags = [] } = useQuery({ ...tagsQuery(useKnown()), enabled: needsTags });
  const categories = useCategories().map(({ name }) => name);
  return { accounts: names.accounts.map(({ name }) => name), categories, tags };
}

/** Whether the cursor is behind a letter of a word, or the quote of a value, and nothing is selected. */
function isInWord({ value, selectionStart, selectionEnd }: HTMLInputElement): boolean {
  return selectionStart === selectionEnd && /(?:[^\s()"]|[:<>=]")$/.test(value.slice(0, selectionStart ?? 0));
}

/** After so long a query that is asked shows that it takes its time. */
const SLOW_MS = 300;

/** The server's refusal of a query that this browser takes for right, and whether it is slow to answer. */
function useAsking(asked: string): { refusal: QueryProblem | null; isSlow: boolean } {
  const { error, isFetching } = useQuery({ ...foundQuery(asked, useKnown()), enabled: asked !== '' });
  const wasFetching = useSettled(isFetching, SLOW_MS);
  const isSlow = isFetching && wasFetching;
  if (!error || !isRefusal(error.problem)) return { refusal: null, isSlow };
  const { errors, at = Number.POSITIVE_INFINITY } = error.problem;
  return { refusal: { message: errors?.q ?? problemMessage(error.problem), at }, isSlow };
}

/** The end of what is wrong: of its word. */
function endOf(text: string, { at }: QueryProblem): number {
  const length = text.slice(at + 1).search(/[\s()"]/);
  return length < 0 ? text.length : at + 1 + length;
}

type ProblemProps = {
  id: string;
  text: string;
  problem: QueryProblem | null;
  /** Whether the list belongs to the query before. */
  isListBefore: boolean;
};

/** Why the query isn't understood, and the place in it. */
function ProblemText({ id, text, problem, isListBefore }: ProblemProps) {
  return (
    <div id={id} role="alert" className="mt-2 flex flex-wrap gap-x-[0.45rem] text-small/[1.35] empty:hidden">
      {problem && (
        <>
          <span className="flex gap-[0.45rem] text-danger">
            <ErrorIcon size={16} className="mt-[0.12rem]" />
            <span className="wrap-anywhere">{problem.message}</span>
          </span>
          {problem.at < text.length && (
            <span aria-hidden="true" className="min-w-0 wrap-anywhere text-ink-muted">
              {text.slice(Math.max(0, problem.at - SHOWN_BEFORE), problem.at)}
              <mark className={MARK}>{text.slice(problem.at, endOf(text, problem))}</mark>
            </span>
          )}
          {isListBefore && <span className="text-ink-muted">The list is as it was before.</span>}
        </>
      )}
    </div>
  );
}

/** The number of characters that are shown before the place that is wrong. */
const SHOWN_BEFORE = 24;
const MARK = 'bg-transparent text-danger underline decoration-wavy decoration-1 underline-offset-[0.22em]';
