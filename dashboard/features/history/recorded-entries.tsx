import { Link } from 'react-router-dom';
import { useUser } from '../../server/user.ts';
import { AmountText } from '../../shared/entries/amount.tsx';
import { formatDay } from '../../ui/day.ts';
import type { ChangeOfEntry } from './changes-by-entry.ts';

const HEAD = 'pb-1 text-left align-bottom text-label font-normal text-ink-muted last:text-right';
const CELL = 'border-t border-rule py-[0.35rem] pr-4 text-left align-baseline font-normal';

/** Whether a change-set recorded the entry as a whole: an expense, an income or a transfer. */
export function isRecorded({ changes }: ChangeOfEntry): boolean {
  const fields = new Set(changes.map(({ field }) => field));
  return changes.every(({ before }) => before === null) && fields.has('type') && fields.has('date');
}

/** Table of the entries that an import recorded, a row for each, as the file has them. */
export function RecordedEntries({ entries }: { entries: readonly ChangeOfEntry[] }) {
  const { currency } = useUser();
  return (
    <table className="w-full max-w-160 text-small">
      <caption className="sr-only">Entries</caption>
      <thead>
        <tr>
          <th scope="col" className={`${HEAD} w-34 max-sm:w-24`}>
            Date
          </th>
          <th scope="col" className={HEAD}>
            Title
          </th>
          <th scope="col" className={HEAD}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ entry, changes }) => {
          const fieldOf = (field: string) => changes.find((change) => change.field === field)?.after ?? null;
          const [date, type, category] = ['date', 'type', 'category'].map((field) => fieldOf(field) as string | null);
          return (
            <tr key={entry}>
              <td className={`${CELL} whitespace-nowrap text-ink-muted`}>{formatDay(date ?? '').long}</td>
              <th scope="row" className={CELL}>
                <Link className="link inline wrap-anywhere" to={`/transactions/${entry}`}>
                  {String(fieldOf('title') ?? type)}
                </Link>
                {category && (
                  <>
                    {' '}
                    <span className="note ml-3">{category}</span>
                  </>
                )}
              </th>
              <td className={`${CELL} pr-0 text-right whitespace-nowrap`}>
                <AmountText
                  type={type === 'Income' || type === 'Expense' ? type : 'Transfer'}
                  amount={Number(fieldOf('amount'))}
                  currency={currency}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
