import { parseFigure } from '#contract/figure.ts';
import type { ProposalFigure } from '#contract/proposal-calls.ts';
import { useUser } from '../../server/user.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { figureWords } from '../../shared/explain/figure-words.ts';
import { formatSigned } from '../../ui/money.ts';

const HEAD = 'pb-1 text-label font-normal text-ink-muted';
const CELL = 'border-t border-rule py-[0.35rem] align-baseline font-normal';
const AMOUNT = `${CELL} pl-4 text-right whitespace-nowrap`;

/** The figures that a proposal changes, as they are and as they would be. */
export function FigureChanges({ figures }: { figures: readonly ProposalFigure[] }) {
  const user = useUser();
  if (figures.length === 0) return null;
  const shown = figures.filter(({ figure }) => user.accounts.length > 1 || !figure.startsWith('account:'));
  return (
    <table className="mt-5 w-full max-w-160 text-small">
      <caption className="sr-only">Figures that would change</caption>
      <thead>
        <tr>
          <th scope="col" className={`${HEAD} text-left`}>
            Figure
          </th>
          <th scope="col" className={`${HEAD} pl-4 text-right`}>
            Now
          </th>
          <th scope="col" className={`${HEAD} pl-4 text-right`}>
            Then
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ figure, now, then }) => {
          const { title, context } = wordsOf(figure, user);
          return (
            <tr key={figure}>
              <th scope="row" className={`${CELL} text-left wrap-anywhere`}>
                {title}
                {context !== null && <span className="text-ink-muted max-sm:block"> {context}</span>}
              </th>
              <td className={AMOUNT}>
                <Explained figure={figure} name={title}>
                  {formatSigned(now, user.currency)}
                </Explained>
              </td>
              <td className={`${AMOUNT} font-semibold`}>{formatSigned(then, user.currency)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function wordsOf(figure: string, user: Parameters<typeof figureWords>[1]) {
  const parsed = parseFigure(figure);
  return parsed ? figureWords(parsed, user) : { title: figure, context: null };
}
