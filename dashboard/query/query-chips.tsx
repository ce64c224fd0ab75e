import { readWithTerms } from '#search/read-query.ts';
import { useUser } from '../server/user.ts';
import { Chip } from '../ui/chip.tsx';
import { termWords } from './term-words.ts';
import { useNames } from './use-names.ts';

/** The terms of a query in plain words, to read. */
export function QueryChips({ text, label }: { text: string; label: string }) {
  const user = useUser();
  const names = useNames(user);
  const { alternatives, problem } = readWithTerms(text, names);
  return (
    <ul aria-label={label} className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-[0.4rem]">
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
            const words = isWrong
              ? { label: 'not understood', value: written }
              : termWords(term.query, written, user.currency, names);
            return (
              <Chip key={term.from} look={isWrong ? 'wrong' : 'said'} label={words.label} isNamed isRead>
                <span className="block truncate">
                  {words.label !== '' && <span className="sr-only">{words.label} </span>}
                  {words.value}
                </span>
              </Chip>
            );
          }),
      ])}
    </ul>
  );
}
