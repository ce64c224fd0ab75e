import type { Verification } from '../../contract/ledger-calls.ts';

/** List of the differences between the read model and the ledger. */
export function Differences({ differences }: Pick<Verification, 'differences'>) {
  return (
    <>
      <ul className="differences" aria-label="Differences">
        {differences.map(({ field, expected, found, revision }) => (
          <li key={field + revision}>
            <b>{field}</b> should be {format(expected)}, and is {format(found)}
            {revision !== null && `, since entry ${revision}`}
          </li>
        ))}
      </ul>
      <p className="small text-ink-muted">
        Amounts are in cents; entries are counted from 0. Your entries are untouched.
      </p>
    </>
  );
}

function format(value: string | null): string {
  return value ?? 'absent';
}
