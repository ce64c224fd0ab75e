import { SOURCE_CODE_PATH } from '#contract/addresses.ts';
import { DownloadIcon, ExternalLinkIcon } from '../ui/icons.tsx';

/**
 * URL of the source repository, or null if there is none. Vite replaces it at build time, see build/source-code-url.ts.
 */
declare const SOURCE_CODE_URL: string | null;

type Props = { className: string; url?: string | null };

/**
 * A link to the source repository at `url`, or to the server's archive of its source code where there is no repository.
 */
export function SourceCodeLink({ className, url = SOURCE_CODE_URL }: Props) {
  if (url === null)
    return (
      <a className={className} href={SOURCE_CODE_PATH} download>
        Source code <DownloadIcon size={14} />
        <span className="sr-only"> (downloads an archive)</span>
      </a>
    );
  return (
    <a className={className} href={url} target="_blank" rel="noopener">
      Source code <ExternalLinkIcon />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
