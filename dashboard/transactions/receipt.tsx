import { useState } from 'react';
import { ReceiptPlaceholder } from './receipt-placeholder.tsx';

type Props = { url: string | null; title: string };

/** A transaction's receipt, which opens in a new tab, or what stands in its place. */
export function Receipt({ url, title }: Props) {
  return url === null ? <ReceiptPlaceholder words="No receipt" /> : <ReceiptImage key={url} url={url} title={title} />;
}

/** Its space is reserved from the start, so that nothing moves when the image comes. */
function ReceiptImage({ url, title }: { url: string; title: string }) {
  const [state, setState] = useState<'loading' | 'here' | 'failed'>('loading');
  if (state === 'failed') return <ReceiptPlaceholder words="The receipt can't be shown" />;
  return (
    <figure className="receipt">
      <a className="receipt-paper" href={url} target="_blank" rel="noopener">
        <img
          src={url}
          alt={`Receipt for ${title}`}
          data-here={state === 'here' || undefined}
          onLoad={() => setState('here')}
          onError={() => setState('failed')}
        />
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </figure>
  );
}
