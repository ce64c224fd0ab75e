import { OutsideIcon } from '../ui/icons.tsx';

/** Where Daybook's source code can be read. The build writes it in here, see build/source-code.ts. */
declare const SOURCE_CODE: string;

/** The way to the source code, outside of Daybook. */
export function SourceCode() {
  return (
    <a className="source-code" href={SOURCE_CODE} target="_blank" rel="noopener">
      Source code <OutsideIcon />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
