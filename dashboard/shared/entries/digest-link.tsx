import type { ReactNode } from 'react';
import { BASE_PATH, DIGEST_PATH } from '#contract/addresses.ts';

/** The address of the digest of a month (product 10.6). `day` is a day of the month, or the month. */
export const digestAddress = (day: string) => `${BASE_PATH}${DIGEST_PATH}?month=${day.slice(0, 7)}`;

/** Link to the digest of a month, in a tab of its own. */
export function DigestLink({ day, children }: { day: string; children: ReactNode }) {
  return (
    <a className="link" href={digestAddress(day)} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
