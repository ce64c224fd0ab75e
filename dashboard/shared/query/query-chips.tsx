import { readWithTerms } from '#ledger/search/read-query.ts';
import { useUser } from '../../server/user.ts';
import { TermChips } from './term-chips.tsx';
import { useNames } from './use-names.ts';

/** The terms of a query in plain words, to read. */
export function QueryChips({ text, label }: { text: string; label: string }) {
  const names = useNames(useUser());
  return (
    <ul aria-label={label} className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-[0.4rem]">
      <TermChips text={text} reading={readWithTerms(text, names)} names={names}>
        {(_, { label, value }) => (
          <span className="block truncate">
            {label !== '' && <span className="sr-only">{label} </span>}
            {value}
          </span>
        )}
      </TermChips>
    </ul>
  );
}
