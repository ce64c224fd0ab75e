import { useState } from 'react';
import { initialsOf } from './initials.ts';

type Props = { url: string | null; fullName: string };

/** A user's picture, which opens in a new tab, or the initials where there is none. */
export function Avatar({ url, fullName }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  if (url === null || url === broken) {
    return (
      <span className="avatar" aria-hidden="true">
        {initialsOf(fullName)}
      </span>
    );
  }
  return (
    <a className="avatar" href={url} target="_blank" rel="noopener">
      <img src={url} alt="Avatar" onError={() => setBroken(url)} />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
