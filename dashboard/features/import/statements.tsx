import type { ImportStatement } from '#contract/import-calls.ts';
import { useUser } from '../../server/user.ts';
import { AccountTable } from '../../ui/account-table.tsx';
import { formatMoney, formatSigned, sumOf } from '../../ui/money.ts';
import { PageSection } from '../../ui/page.tsx';
import { BeginningChoices } from './beginnings.tsx';
import { useImport } from './import-store.ts';
import { useTotals } from './totals.ts';
import { shortDay, withSign } from './words.ts';

/** Number of statements that are listed one by one; a file may have one for each day. */
const SHOWN_MAX = 12;

/** The balances that the file names: whether they tie with its rows, and with the books after the import. */
export function StatementsSection() {
  const preview = useImport((state) => state.preview);
  if (!preview || preview.statements.length === 0) return null;
  const { statements } = preview;
  const more = statements.length - SHOWN_MAX;
  return (
    <PageSection margin={<h2 className="note">{statements.length === 1 ? 'Statement' : 'Statements'}</h2>}>
      <div className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
        {statements.slice(-SHOWN_MAX).map((statement) => (
          <Statement key={`${statement.account} ${statement.from} ${statement.to}`} statement={statement} />
        ))}
      </div>
      {more > 0 && (
        <p className="mt-4 text-small text-ink-muted">
          and {more.toLocaleString('en-US')} before, {tying(statements.slice(0, more))} of which tie
        </p>
      )}
      <BeginningChoices />
    </PageSection>
  );
}

const tying = (statements: readonly ImportStatement[]) => statements.filter(({ ties }) => ties).length;

function Statement({ statement }: { statement: ImportStatement }) {
  const { currency } = useUser();
  const { account, from, to, opening, closing, ties, difference } = statement;
  const name = useImport((state) => state.preview?.accounts.find(({ key }) => key === account)?.name ?? '');
  const days = [from, to].flatMap((day) => (day === null ? [] : shortDay(day))).join(' – ');
  const lines = [
    ...(opening === null ? [] : [{ name: 'Opening balance', amount: formatSigned(opening, currency) }]),
    ...(opening === null || closing === null
      ? []
      : [{ name: 'Rows', amount: withSign(sumOf(closing, -opening, -(difference ?? 0)), currency) }]),
    ...(ties === false && difference !== null
      ? [{ name: 'Not explained by rows', amount: withSign(difference, currency) }]
      : []),
  ];
  return (
    <div>
      <p className="mb-1 font-semibold">
        {name} <span className="font-normal text-ink-muted">{days}</span>
      </p>
      {closing !== null && (
        <AccountTable
          caption={`Statement of ${name || 'the file'} ${days}`}
          lines={lines}
          result={{ name: 'Closing balance', amount: formatSigned(closing, currency) }}
        />
      )}
      <ul className="mt-3 grid gap-1 text-small">
        {ties === true && <li className="text-income">Opening balance and rows come to the closing balance.</li>}
        {ties === false && difference !== null && (
          <li className="text-danger">
            Opening balance and rows miss the closing balance by {formatMoney(difference, currency)}.
          </li>
        )}
        <Books statement={statement} />
      </ul>
    </div>
  );
}

/** Line that says whether Daybook's account comes to the closing balance with the current choices. */
function Books({ statement: { account, to, books, booksDifference } }: { statement: ImportStatement }) {
  const { currency } = useUser();
  const preview = useImport((state) => state.preview);
  const totalOf = useTotals();
  const fileAccount = preview?.accounts.find(({ key }) => key === account);
  if (books === null || booksDifference === null || !fileAccount) return null;
  const { byChoices } = totalOf(fileAccount);
  const missing = sumOf(booksDifference, -byChoices);
  const day = to === null ? 'After the import' : `On ${shortDay(to)}`;
  return missing === 0 ? (
    <li className="text-income">{day} the account in Daybook comes to it as well.</li>
  ) : (
    <li className="text-danger">
      {day} the account in Daybook comes to {formatSigned(sumOf(books, byChoices), currency)}:{' '}
      {formatMoney(missing, currency)} {missing > 0 ? 'too little' : 'too much'}.
    </li>
  );
}
