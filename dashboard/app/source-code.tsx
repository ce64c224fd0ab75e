import { OutsideIcon } from '../ui/icons.tsx';

/** Where Daybook's source code can be read; null while that isn't decided, and then nothing leads there. */
const ADDRESS: string | null = null;

/** The way to the source code, outside of Daybook. */
export function SourceCode() {
  return (
    ADDRESS !== null && (
      <a className="source-code" href={ADDRESS} target="_blank" rel="noopener">
        Source code <OutsideIcon />
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    )
  );
}
