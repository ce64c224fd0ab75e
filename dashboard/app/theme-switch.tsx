import { useId } from 'react';
import { setTheme, THEMES, useTheme } from '../browser-state/theme.ts';

/** Radio group for the theme. */
export function ThemeSwitch() {
  const chosen = useTheme();
  const name = useId();
  return (
    <fieldset className="themes">
      <legend className="sr-only">Theme</legend>
      {THEMES.map((theme) => (
        <label key={theme}>
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={theme === chosen}
            onChange={() => setTheme(theme)}
          />
          <span className="capitalize">{theme}</span>
        </label>
      ))}
    </fieldset>
  );
}
