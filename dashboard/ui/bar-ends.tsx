import type { ReactNode } from 'react';

/** The two texts above the ends of a bar. On narrow screens they wrap. */
export function BarEnds({ children }: { children: ReactNode }) {
  return <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-small">{children}</p>;
}
