import { useState } from 'react';
import { Slip } from './slip.tsx';

type Props = { url: string | null; title: string };

/** A transaction's receipt, which opens in a new tab, or what stands in its place. */
export function Receipt({ url, title }: Props) {
  return url === null ? <Slip words="No receipt" /> : <ReceiptImage key={url} url={url} title={title} />;
}

/** The room is there from the start, so that nothing moves when the image comes. */
function ReceiptImage({ url, title }: { url: string; title: string }) {
  const [state, setState] = useState<'loading' | 'here' | 'failed'>('loading');
  if (state === 'failed') return <Slip words="The receipt can't be shown" />;
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
