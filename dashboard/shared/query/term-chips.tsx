import type { ReactNode } from 'react';
import type { QueryNames } from '#ledger/search/query.ts';
import type { readWithTerms, Term } from '#ledger/search/read-query.ts';
import { useUser } from '../../server/user.ts';
import { Chip } from '../../ui/chip.tsx';
import { termWords } from './term-words.ts';

/** A term in plain words: what it asks for, and its value. `termText` is how it stands in the query. */
export type TermChip = { label: string; value: string; written: string };

type Props = {
  text: string;
  reading: Pick<ReturnType<typeof readWithTerms>, 'alternatives' | 'problem'>;
  names: QueryNames;
  /** The cross of a term that can be taken out; without it the terms are only read. */
  dropOf?: (term: Term, words: TermChip) => { name: string; onClick: () => void };
  /** The content of the chip of a term. */
  children: (term: Term, words: TermChip) => ReactNode;
};

/** The terms of a query in plain words, as items of a list, with 'or' between alternatives. */
export function TermChips({ text, reading: { alternatives, problem }, names, dropOf, children }: Props) {
  const { currency } = useUser();
  return alternatives.map((terms, index) => [
    index > 0 && (
      <li key={`or ${terms[0]?.from}`} className="note text-[1rem]/none">
        or
      </li>
    ),
    ...terms
      .filter(({ from, to }) => to > from)
      .map((term) => {
        const termText = text.slice(term.from, term.to);
        const isWrong = problem !== null && term.from <= problem.at && problem.at <= term.to;
        const chipWords = isWrong
          ? { label: 'not understood', value: termText }
          : termWords(term.query, termText, currency, names);
        const words = { ...chipWords, written: termText };
        return (
          <Chip
            key={term.from}
            look={isWrong ? 'wrong' : 'said'}
            label={words.label}
            isNamed
            isRead={!dropOf}
            drop={dropOf?.(term, words)}
          >
            {children(term, words)}
          </Chip>
        );
      }),
  ]);
}
