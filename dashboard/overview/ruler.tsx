import type { CSSProperties } from 'react';

/** A ruler from 0 to 100 with a tick every two percent, hatched from the left up to `width`. */
export function Ruler({ width, label }: { width: number; label: string }) {
  return (
    <div role="img" aria-label={label} className="ruler" style={{ '--share': `${width}%` } as CSSProperties}>
      <div className="ruler-track">
        <div className="ruler-fill" />
      </div>
      <div className="ruler-ticks" />
    </div>
  );
}
