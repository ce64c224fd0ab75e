import type { CSSProperties } from 'react';

/** Decorative bar filled to `percent` (0 to 100). Hidden from assistive technology, so show the value as text, too. */
export function ProgressBar({ percent }: { percent: number }) {
  return (
    <span className="progress" aria-hidden="true" style={{ '--share': `${percent}%` } as CSSProperties}>
      <span className="progress-fill" />
    </span>
  );
}
