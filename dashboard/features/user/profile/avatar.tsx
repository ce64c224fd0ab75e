import { useState } from 'react';
import { initialsOf } from '../../../shared/person/initials.ts';

const CIRCLE = [
  'grid size-20 flex-none grid-cols-[100%] grid-rows-[100%] place-items-center overflow-hidden rounded-full',
  'border border-rule-strong bg-surface font-book text-[1.75rem] leading-none font-medium normal-nums',
].join(' ');

type Props = { url: string | null; fullName: string };

/** The avatar as a link that opens it in a new tab. Shows the initials without an avatar, or if it fails to load. */
export function Avatar({ url, fullName }: Props) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (url === null || url === failedUrl) {
    return (
      <span className={CIRCLE} aria-hidden="true">
        {initialsOf(fullName)}
      </span>
    );
  }
  return (
    <a className={CIRCLE} href={url} target="_blank" rel="noopener">
      <img className="size-full object-cover" src={url} alt="Avatar" onError={() => setFailedUrl(url)} />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
