import type { ReactNode } from 'react';
import { BASE_PATH, DIGEST_PATH } from '#contract/addresses.ts';

/** Link to the digest of a month (product 10.6), in a tab of its own. `day` is a day of the month, or the month. */
export function DigestLink({ day, children }: { day: string; children: ReactNode }) {
  const href = `${BASE_PATH}${DIGEST_PATH}?month=${day.slice(0, 7)}`;
  return (
    <a className="link" href={href} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
