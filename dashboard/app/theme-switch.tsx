import { useId } from 'react';
import { setTheme, THEMES, useTheme } from '../browser-state/theme.ts';

const LABEL = [
  'relative flex min-h-8 cursor-pointer items-center rounded text-ink-muted transition-[color] touch:min-h-11',
  'hover:text-ink has-checked:font-semibold has-checked:text-ink',
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
].join(' ');

/** Radio group for the theme. `className` gives the gap between the themes and the size of the letters. */
export function ThemeSwitch({ className }: { className: string }) {
  const chosen = useTheme();
  const name = useId();
  return (
    <fieldset className={`flex flex-wrap ${className}`}>
      <legend className="sr-only">Theme</legend>
      {THEMES.map((theme) => (
        <label key={theme} className={LABEL}>
          <input
            type="radio"
            name={name}
            className="peer absolute inset-0 cursor-pointer opacity-0"
            checked={theme === chosen}
            onChange={() => setTheme(theme)}
          />
          <span className="border-b-2 border-transparent leading-[1.35] capitalize peer-checked:border-accent">
            {theme}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
