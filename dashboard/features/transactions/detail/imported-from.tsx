import type { ImportedFrom } from '#contract/transaction-calls.ts';

type Props = { rows: readonly ImportedFrom[]; note: string | undefined };

/** The rows of files that a transaction comes from, with the bank's own words, where they are not its note. */
export function ImportedFromRows({ rows, note }: Props) {
  return (
    <ul className="mt-6 grid gap-2">
      {rows.map(({ fileName, line, text, counterparty, bankId, changeSetId }) => (
        <li key={`${changeSetId} ${line}`} className="text-small">
          <p className="wrap-anywhere text-ink-muted">
            From {fileName}, line {line.toLocaleString('en-US')}
          </p>
          {[counterparty, text, bankId].map(
            (said) =>
              said !== null &&
              said !== note && (
                <p key={said} className="note wrap-anywhere">
                  {said}
                </p>
              ),
          )}
        </li>
      ))}
    </ul>
  );
}
