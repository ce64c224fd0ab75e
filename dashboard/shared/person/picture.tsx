import { useState } from 'react';
import { initialsOf } from './initials.ts';

const CIRCLE = [
  'grid size-7 flex-none place-items-center overflow-hidden rounded-full border border-rule-strong bg-surface',
  'text-micro normal-nums',
].join(' ');

type Props = { url: string | null; fullName: string };

/** The picture of a person beside their name, which says the same. Initials where there is none, or it can't load. */
export function Picture({ url, fullName }: Props) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  return (
    <span className={CIRCLE} aria-hidden="true">
      {url === null || url === failedUrl ? (
        initialsOf(fullName)
      ) : (
        <img className="size-full object-cover" src={url} alt="" onError={() => setFailedUrl(url)} />
      )}
    </span>
  );
}
