import type { Term } from '#search/read-query.ts';
import { withoutTerm } from '#search/write-query.ts';
import { termWords } from '../../../query/term-words.ts';
import { useUser } from '../../../server/user.ts';
import { Chip } from '../../../ui/chip.tsx';
import type { Search } from './use-search.ts';

type Props = {
  search: Search;
  /** Takes the query without a term. */
  onChange: (text: string) => void;
  /** Selects a term in the field, to type another. */
  onSelect: (term: Term) => void;
};

/** The terms of the query in plain words, each of which can be taken out. */
export function Terms({ search: { text, reading, names }, onChange, onSelect }: Props) {
  const { currency } = useUser();
  const { alternatives, problem } = reading;
  return (
    <ul aria-label="What the search asks" className="contents">
      {alternatives.map((terms, index) => [
        index > 0 && (
          <li key={`or ${terms[0]?.from}`} className="note text-[1rem]/none">
            or
          </li>
        ),
        ...terms
          .filter(({ from, to }) => to > from)
          .map((term) => {
            const written = text.slice(term.from, term.to);
            const isWrong = problem !== null && term.from <= problem.at && problem.at <= term.to;
            const { label, value } = isWrong
              ? { label: 'not understood', value: written }
              : termWords(term.query, written, currency, names);
            const words = [label, value].filter((word) => word !== '').join(' ');
            return (
              <Chip
                key={term.from}
                look={isWrong ? 'wrong' : 'said'}
                label={label}
                isNamed
                drop={{
                  name: `Remove ${words}`,
                  onClick: () => onChange(withoutTerm(text, alternatives, term)),
                }}
              >
                <button
                  type="button"
                  aria-label={`Change ${words}`}
                  title={written}
                  className="block min-h-6 max-w-full min-w-6 truncate text-left"
                  onClick={() => onSelect(term)}
                >
                  {value}
                </button>
              </Chip>
            );
          }),
      ])}
    </ul>
  );
}
