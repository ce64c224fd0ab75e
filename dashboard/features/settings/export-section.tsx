import { Link } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { useExportEverything } from './use-export-everything.ts';

/** Section that downloads everything, and says where the two tables are. */
export function ExportSection() {
  const { start, pending } = useExportEverything();
  return (
    <section aria-labelledby="export-everything">
      <h2 id="export-everything" className="subtitle">
        Everything
      </h2>
      <p className="mt-2 text-ink-muted">
        A zip with all entries, accounts, goals, rules, budgets, schedules and receipts, which Daybook and other
        programs can read.{' '}
        <Link className="link inline" to="/account">
          Account
        </Link>{' '}
        has the tables of transactions and goals.
      </p>
      <Button className="mt-4" pending={pending} onClick={start}>
        <DownloadIcon />
        Export everything
      </Button>
    </section>
  );
}
