import type { CSSProperties } from 'react';

/** Bar from 0 to 100 with a tick every two percent, filled to `width`. */
export function PercentBar({ width, label }: { width: number; label: string }) {
  return (
    <div role="img" aria-label={label} className="ruler" style={{ '--share': `${width}%` } as CSSProperties}>
      <div className="ruler-track">
        <div className="ruler-fill" />
      </div>
      <div className="ruler-ticks" />
    </div>
  );
}
