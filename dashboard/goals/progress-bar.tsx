import type { CSSProperties } from 'react';

/** How full something is, drawn. What it means has to stand beside it in words. Takes 0 to 100. */
export function ProgressBar({ percent }: { percent: number }) {
  return (
    <span className="progress" aria-hidden="true" style={{ '--share': `${percent}%` } as CSSProperties}>
      <span className="progress-fill" />
    </span>
  );
}
