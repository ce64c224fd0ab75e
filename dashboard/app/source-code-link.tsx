import { ExternalLinkIcon } from '../ui/icons.tsx';

/** URL of the source repository. Vite replaces it at build time, see build/source-code-url.ts. */
declare const SOURCE_CODE_URL: string;

export function SourceCodeLink() {
  return (
    <a className="source-code" href={SOURCE_CODE_URL} target="_blank" rel="noopener">
      Source code <ExternalLinkIcon />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
