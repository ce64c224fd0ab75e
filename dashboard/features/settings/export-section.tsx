import { useState } from 'react';
import { Link } from 'react-router-dom';
import { DownloadFound } from '../../shared/query/download-found.tsx';
import { Button } from '../../ui/button.tsx';
import { today } from '../../ui/day.ts';
import { Select } from '../../ui/fields.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { useExportEverything } from './use-export-everything.ts';

/** The number of years that can be downloaded from here, the present one among them. */
const YEARS = 10;

/** Section that downloads everything, and says where the two tables are; and one that downloads a year. */
export function ExportSection() {
  const { start, pending } = useExportEverything();
  return (
    <>
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
      <YearSection />
    </>
  );
}

function YearSection() {
  const present = Number(today().slice(0, 4));
  const [year, setYear] = useState(present);
  return (
    <section aria-labelledby="export-year">
      <h2 id="export-year" className="subtitle">
        One year
      </h2>
      <p className="mt-2 text-ink-muted">All entries of a year as a table, for a tax return or a spreadsheet.</p>
      <p className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        <span className="w-28">
          <Select aria-label="Year" value={year} onChange={(event) => setYear(Number(event.target.value))}>
            {Array.from({ length: YEARS }, (_, back) => present - back).map((value) => (
              <option key={value}>{value}</option>
            ))}
          </Select>
        </span>
        <DownloadFound
          asked={`date:${year}-01-01..${year}-12-31`}
          label={`Download ${year}`}
          fileName={`entries ${year}`}
        />
      </p>
    </section>
  );
}
