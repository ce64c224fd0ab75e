import { useState } from 'react';
import { ReceiptPlaceholder } from './receipt-placeholder.tsx';

type Props = { url: string | null; title: string };

/** Receipt image as a link that opens it in a new tab, or a placeholder. */
export function Receipt({ url, title }: Props) {
  return url === null ? <ReceiptPlaceholder text="No receipt" /> : <ReceiptImage key={url} url={url} title={title} />;
}

/** CSS reserves the space, so that the layout does not shift when the image loads. */
function ReceiptImage({ url, title }: { url: string; title: string }) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  if (state === 'failed') return <ReceiptPlaceholder text="The receipt can't be shown" />;
  return (
    <figure className="receipt">
      <a className="receipt-paper" href={url} target="_blank" rel="noopener">
        <img
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
