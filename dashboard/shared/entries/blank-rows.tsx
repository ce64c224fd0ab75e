import type { ReactNode } from 'react';

const RULED =
  'h-[calc(var(--row)*4)] bg-[repeating-linear-gradient(transparent_0_calc(var(--row)-1px),var(--rule)_0_var(--row))]';

/** Four empty ruled rows, with a message on the first. */
export function BlankRows({ children }: { children: ReactNode }) {
  return (
    <div className={RULED}>
      <p className="flex min-h-row flex-wrap items-center gap-x-4 leading-[1.3]">{children}</p>
    </div>
  );
}
