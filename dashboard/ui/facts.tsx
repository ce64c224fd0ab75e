import type { ReactNode } from 'react';

/** Description list of Facts. */
export function Facts({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <dl className={`grid grid-cols-[auto_1fr] ${className}`}>{children}</dl>;
}

/** Term with its value, on a ruled line. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="border-b border-rule py-[0.65rem] pr-8 text-ink-muted">{term}</dt>
      <dd className="border-b border-rule py-[0.65rem] text-right">{children}</dd>
    </>
  );
}
