import { Link, useSearchParams } from 'react-router-dom';
import { useIsPast } from '../../../browser-state/known.ts';
import { WritingIsOff } from '../../../shared/as-known/writing-is-off.tsx';
import { BackLink } from '../../../shared/entries/back-link.tsx';
import { ImportLink } from '../../../shared/entries/import-link.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { PageHeader, PageSection, useTitle } from '../../../ui/page.tsx';
import { TransactionForm } from './transaction-form.tsx';
import { KINDS } from './transaction-form-values.ts';

/** The tabs that an address can name, as in `?type=Income`. */
const TYPES = [...KINDS, 'Transfer'] as const;

/** Screen that creates a transaction. */
export function CreateTransaction() {
  useTitle('Create Transaction');
  return <CreateTransactionView />;
}

/** Content of the screen. The list renders it, with `first`, while there are no transactions. */
export function CreateTransactionView({ first = false }: { first?: boolean }) {
  const isPast = useIsPast();
  const [query] = useSearchParams();
  const typeInAddress = query.get('type');
  const type = TYPES.find((name) => name === typeInAddress);
  return (
    <>
      <PageHeader
        margin={!first && <BackLink />}
        heading="Create a New Transaction"
        tools={first && !isPast && <ImportLink />}
      />
      {isPast ? (
        <WritingIsOff />
      ) : (
        <PageSection kind="plain">
          <TransactionForm
            key={type}
            {...(type && { type })}
            focus={!first}
            cancel={
              <Link className={buttonClass('quiet')} to={first ? '/' : '/transactions'}>
                Cancel
              </Link>
            }
          />
        </PageSection>
      )}
    </>
  );
}
