import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { BackIcon } from './icons.tsx';

const BACK = [
  'note inline-flex items-center gap-2 transition-[color] hover:text-ink',
  'max-sm:-my-3 max-sm:min-h-11',
].join(' ');

/** Link back to the screen above, in the margin. */
export function BackTo({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link data-back-link className={BACK} to={to}>
      <BackIcon />
      {children}
    </Link>
  );
}
