import { useUser } from '../../../server/user.ts';
import { hasSeveralAccounts } from '../../../shared/accounts/accounts.ts';
import { countWords } from '../../../shared/entries/count-words.ts';
import { Button } from '../../../ui/button.tsx';
import { SkeletonBar } from '../../../ui/loading.tsx';
import { formatSigned } from '../../../ui/money.ts';
import { COLUMNS } from '../../../ui/page.tsx';
import type { BulkQuestion } from './bulk-dialog.tsx';
import { BULK_FIELDS, type BulkField } from './bulk-fields.tsx';
import { SELECTION_BAR, type SelectingKeys } from './use-selecting.tsx';

type Props = { selecting: SelectingKeys; onAsk: (question: BulkQuestion) => void };

/** Bar at the foot of the list: how many entries are selected, their net, and what can be done with them. */
export function SelectionBar({ selecting: { entries, selectAll, clear }, onAsk }: Props) {
  const user = useUser();
  const fields = (Object.keys(BULK_FIELDS) as BulkField[]).filter(
    (field) => field !== 'account' || hasSeveralAccounts(user),
  );
  const isOff = !entries || entries.count === 0;
  const action = (what: BulkQuestion['what'], label: string) => (
    <Button
      key={what}
      kind={what === 'delete' ? 'danger' : 'quiet'}
      size="compact"
      disabled={isOff}
      onClick={() => entries && onAsk({ what, entries })}
    >
      {label}
    </Button>
  );
  return (
    <section {...{ [SELECTION_BAR]: true }} aria-label="Selected entries" className={BAR}>
      <div className={COLUMNS}>
        <div className={LINES}>
          <p className="flex items-baseline gap-x-3 whitespace-nowrap">
            <span className="font-semibold">{entries ? countWords(entries.count) : <SkeletonBar width="5rem" />}</span>
            <span className="note text-[1.0625rem]">net</span>
            <span className="double inline-block double-fine">
              {entries ? formatSigned(entries.net, user.currency) : <SkeletonBar width="4.5rem" />}
            </span>
          </p>
          <p className="ml-auto flex items-baseline gap-x-1">
            {selectAll && (
              <Button kind="quiet" size="compact" onClick={selectAll}>
                Select all
              </Button>
            )}
            <Button kind="quiet" size="compact" onClick={clear}>
              Clear
            </Button>
          </p>
          <div className={ACTIONS}>
            {fields.map((field) => action(field, BULK_FIELDS[field]))}
            {action('delete', 'Delete')}
          </div>
        </div>
      </div>
    </section>
  );
}

const BAR = 'sticky bottom-(--tabs,0px) z-3 print:hidden';

const LINES = [
  'col-2 flex flex-wrap items-center gap-x-6 gap-y-1 border-t border-rule-strong bg-background py-2',
  // Beside it would be the marks of the rows below it.
  'md:shadow-[-1.125rem_0_0_var(--background),0.75rem_0_0_var(--background)]',
  'xl:shadow-[-1.75rem_0_0_var(--background),0.75rem_0_0_var(--background)]',
  'max-sm:-mx-4 max-sm:px-4 max-sm:pb-3',
].join(' ');

const ACTIONS = '-mx-3 flex basis-full flex-wrap items-center gap-x-1 px-1 py-1 max-sm:-mx-3.5 max-sm:px-0';
