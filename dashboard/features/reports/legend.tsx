import { Swatch } from './pattern.tsx';
import type { Series } from './series.ts';

type Props = {
  series: readonly Pick<Series, 'key' | 'name' | 'pattern'>[];
  hidden: ReadonlySet<string | null>;
  prefix: string;
  onToggle: (key: string | null) => void;
};

const ITEM = [
  'flex min-h-9 max-w-full items-center gap-2 rounded text-small touch:min-h-11',
  'hover:text-accent not-aria-pressed:text-ink-muted not-aria-pressed:line-through',
].join(' ');

/** The names of rows with their patterns; a press hides a row in the picture, and shows it again. */
export function Legend({ series, hidden, prefix, onToggle }: Props) {
  return (
    <ul aria-label="Legend" className="mt-3 flex flex-wrap gap-x-5">
      {series.map(({ key, name, pattern }) => (
        <li key={key ?? ''} className="min-w-0">
          <button type="button" className={ITEM} aria-pressed={!hidden.has(key)} onClick={() => onToggle(key)}>
            <Swatch prefix={prefix} place={pattern} />
            <span dir="auto" className="truncate">
              {name}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
