import { useState } from 'react';

const FIGURE = 'relative self-start max-sm:mt-10 max-sm:w-56';

/**
 * Receipt image as a link that opens it in a new tab, or a placeholder where it can't be shown. CSS reserves the space,
 * so that the layout does not shift when the image loads.
 */
export function Receipt({ url, title }: { url: string; title: string }) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  if (state === 'failed') return <ReceiptPlaceholder />;
  return (
    <figure className={FIGURE}>
      <a
        className="block aspect-260/340 border border-rule-strong bg-surface hover:border-ink-muted"
        href={url}
        target="_blank"
        rel="noopener"
      >
        <img
          className="size-full object-contain opacity-0 transition-opacity duration-(--base) data-here:opacity-100"
          src={url}
          alt={`Receipt for ${title}`}
          data-here={state === 'loaded' || undefined}
          onLoad={() => setState('loaded')}
          onError={() => setState('failed')}
        />
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </figure>
  );
}

const TEETH_COUNT = 12;

/** SVG points of a receipt with zigzag edges at top and bottom. */
function outlinePoints(): string {
  const edge = (y: number, tipY: number) =>
    Array.from({ length: TEETH_COUNT * 2 + 1 }, (_, index) => `${10 + index * 10},${index % 2 === 0 ? y : tipY}`);
  return [...edge(14, 6), ...edge(326, 334).toReversed()].join(' ');
}

/** Drawing of an empty receipt that says why it is empty. */
function ReceiptPlaceholder() {
  return (
    <figure className={FIGURE}>
      <svg className="h-auto w-full" viewBox="0 0 260 340" aria-hidden="true">
        <polygon points={outlinePoints()} fill="var(--surface)" stroke="var(--rule-strong)" />
        <path d="M38 62h184M38 96h184M38 130h184M38 222h184M38 256h184M158 290h64M158 294h64" stroke="var(--rule)" />
      </svg>
      <figcaption className="note absolute inset-x-0 top-[52%] -translate-y-1/2 text-center">
        The receipt can't be shown
      </figcaption>
    </figure>
  );
}
