import type { Verification } from '../../contract/ledger.ts';

/** What the screens show otherwise than the ledger says, one after another. */
export function Differences({ differences }: Pick<Verification, 'differences'>) {
  return (
    <>
      <ul className="differences" aria-label="Differences">
        {differences.map(({ field, expected, found, revision }) => (
          <li key={field + revision}>
            <b>{field}</b> should be {shown(expected)}, and is {shown(found)}
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

function shown(value: string | null): string {
  return value ?? 'absent';
}
