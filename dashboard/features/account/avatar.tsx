import { useState } from 'react';
import { initialsOf } from './initials.ts';

type Props = { url: string | null; fullName: string };

/** The avatar as a link that opens it in a new tab. Shows the initials without an avatar, or if it fails to load. */
export function Avatar({ url, fullName }: Props) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (url === null || url === failedUrl) {
    return (
      <span className="avatar" aria-hidden="true">
        {initialsOf(fullName)}
      </span>
    );
  }
  return (
    <a className="avatar" href={url} target="_blank" rel="noopener">
      <img src={url} alt="Avatar" onError={() => setFailedUrl(url)} />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
