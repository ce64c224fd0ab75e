import type { Term } from '#ledger/search/read-query.ts';
import { withoutTerm } from '#ledger/search/write-query.ts';
import { type TermChip, TermChips } from '../../../shared/query/term-chips.tsx';
import type { SearchState } from './use-search.ts';

type Props = {
  search: SearchState;
  /** Takes the query without a term. */
  onChange: (text: string) => void;
  /** Selects a term in the field, to type another. */
  onSelect: (term: Term) => void;
};

/** The terms of the query in plain words, each of which can be taken out. */
export function SearchTerms({ search: { text, reading, names }, onChange, onSelect }: Props) {
  return (
    <ul aria-label="What the search asks" className="contents">
      <TermChips
        {...{ text, reading, names }}
        dropOf={(term, words) => ({
          name: `Remove ${nameOf(words)}`,
          onClick: () => onChange(withoutTerm(text, reading.alternatives, term)),
        })}
      >
        {(term, words) => (
          <button
            type="button"
            aria-label={`Change ${nameOf(words)}`}
            title={words.written}
            className="block min-h-6 max-w-full min-w-6 truncate text-left"
            onClick={() => onSelect(term)}
          >
            {words.value}
          </button>
        )}
      </TermChips>
    </ul>
  );
}

const nameOf = ({ label, value }: TermChip) => [label, value].filter((word) => word !== '').join(' ');
