import { ExternalLinkIcon } from '../ui/icons.tsx';

/** URL of the source repository. Vite replaces it at build time, see build/source-code-url.ts. */
declare const SOURCE_CODE_URL: string;

/** Link to the source repository. */
export function SourceCodeLink({ className }: { className: string }) {
  return (
    <a className={className} href={SOURCE_CODE_URL} target="_blank" rel="noopener">
      Source code <ExternalLinkIcon />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
