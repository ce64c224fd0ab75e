import { Link } from 'react-router-dom';
import { buttonClass } from '../ui/button.tsx';
import { PageHead, PageSection, useTitle } from '../ui/page.tsx';
import { BackLink } from './back-link.tsx';
import { TransactionForm } from './transaction-form.tsx';

/** The screen where a transaction is made. */
export function CreateTransaction() {
  useTitle('Create Transaction');
  return <CreateTransactionView />;
}

/** What it shows; also what the list shows while there is no transaction, as the way to the `first`. */
export function CreateTransactionView({ first = false }: { first?: boolean }) {
  return (
    <>
      <PageHead margin={!first && <BackLink />} heading="Create a New Transaction" />
      <PageSection className="leaf-plain">
        <TransactionForm
          cancel={
            <Link className={buttonClass('quiet')} to={first ? '/' : '/transactions'}>
              Cancel
            </Link>
          }
        />
      </PageSection>
    </>
  );
}
