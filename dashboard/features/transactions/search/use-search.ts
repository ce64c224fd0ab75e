import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { Account } from '#contract/account.ts';
import type { User } from '#contract/user.ts';
import type { QueryNames } from '#ledger/search/query.ts';
import { type ReadQuery, readWithTerms } from '#ledger/search/read-query.ts';
import { withTerm, writtenValue } from '#ledger/search/write-query.ts';
import { searchWith, stayOn } from '../../../browser-state/screen-key.ts';
import { useNames } from '../../../shared/query/use-names.ts';

/** The query parameter of the query, as it is written. */
export const QUERY = 'q';

/** After so long without a key what is typed is asked; a word that may only be begun, such as a field, after longer. */
const PAUSE_MS = 200;
const BEGUN_PAUSE_MS = 700;

export type SearchState = {
  /** The query as it stands in the field, what it says, and the field. */
  text: string;
  reading: ReadQuery;
  names: QueryNames;
  field: RefObject<HTMLInputElement | null>;
  /**
   * The query of the entries: the address's, and the chosen account. While it isn't understood, the query before; empty
   * if there is none.
   */
  asked: string;
  /** False where no query of the address was understood yet. */
  isAnswered: boolean;
  /**
   * Takes what is typed: asked after a pause, a longer one where a word is begun. Until the query is finished it takes
   * the place of what was asked.
   */
  type: (text: string, isBegun: boolean) => void;
  /** Asks at once. What is typed next is another step of the history. */
  finish: () => void;
  /** Asks another query, as a step of the history, and goes to the field. */
  change: (text: string) => void;
};

/** Router state of an address whose query was set by the field, which has it, or newer text. */
type Typed = { isTyped?: true };

/**
 * The query of the list, in one place: the address has it, so that links, reloads and the history keep it (product
 * 9.7). Of an account that is chosen the query asks for that account, too.
 */
export function useSearch(user: Pick<User, 'accounts' | 'weekStart'>, account: Account | undefined): SearchState {
  const field = useRef<HTMLInputElement>(null);
  const { q, text, change, ...actions } = useText();
  const names = useNames(user);
  const reading = useMemo(() => readWithTerms(text, names), [text, names]);
  const inAddress = useMemo(() => readWithTerms(q, names), [q, names]);
  const isUnderstood = inAddress.problem === null;
  const own = q === '' || !account ? q : withTerm(q, inAddress.alternatives, `account:${writtenValue(account.name)}`);
  const [lastUnderstood, setLastUnderstood] = useState(isUnderstood ? own : null);
  if (isUnderstood && own !== lastUnderstood) setLastUnderstood(own);
  return {
    text,
    reading,
    names,
    field,
    asked: isUnderstood ? own : (lastUnderstood ?? ''),
    isAnswered: isUnderstood || lastUnderstood !== null,
    ...actions,
    change: (changed) => {
      change(changed);
      field.current?.focus();
    },
  };
}

/** The query of the address, the text of the field, which may be newer, and what changes both. */
function useText(): Pick<SearchState, 'text' | 'type' | 'finish' | 'change'> & { q: string } {
  const location = useLocation();
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  const q = new URLSearchParams(location.search).get(QUERY)?.trim() ?? '';
  const [text, setText] = useState(q);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isTyping = useRef(false);
  const isFromField = navigationType !== 'POP' && (location.state as Typed | null)?.isTyped === true;

  useEffect(() => {
    if (isFromField) return;
    clearTimeout(pause.current);
    isTyping.current = false;
    setText(q);
  }, [q, isFromField]);
  useEffect(() => () => clearTimeout(pause.current), []);

  /** Gives whether the address changed. */
  function ask(asked: string, replace: boolean): boolean {
    clearTimeout(pause.current);
    if (asked.trim() === q) return false;
    const { pathname, hash } = location;
    const search = searchWith(location.search, { [QUERY]: asked.trim() || null });
    navigate({ pathname, search, hash }, { replace, state: { ...stayOn(location), isTyped: true } satisfies Typed });
    return true;
  }
  // The timer asks where the screen is by then.
  const askTyped = useRef(ask);
  useEffect(() => {
    askTyped.current = ask;
  });

  function type(typed: string, isBegun: boolean) {
    setText(typed);
    clearTimeout(pause.current);
    const afterPause = () => {
      isTyping.current = askTyped.current(typed, isTyping.current) || isTyping.current;
    };
    pause.current = setTimeout(afterPause, isBegun ? BEGUN_PAUSE_MS : PAUSE_MS);
  }

  return {
    q,
    text,
    type,
    finish: () => {
      ask(text, isTyping.current);
      isTyping.current = false;
    },
    change: (changed) => {
      setText(changed);
      ask(changed, false);
      isTyping.current = false;
    },
  };
}
