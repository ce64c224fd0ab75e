import { setTheme, THEMES, useTheme } from '../../browser-state/theme.ts';
import { Choices } from '../../ui/choices.tsx';

const LABELS = { light: 'Light', dark: 'Dark', system: 'As the device' } as const;

/** The theme. Stored in this browser; the sidebar and the menu have the same choice. */
export function ThemeChoice() {
  return (
    <section aria-labelledby="theme">
      <h2 id="theme" className="subtitle">
        Theme
      </h2>
      <div className="mt-3">
        <Choices
          legend="Theme of this device"
          choices={THEMES.map((value) => ({ value, label: LABELS[value] }))}
          chosen={useTheme()}
          onChoose={setTheme}
        />
      </div>
    </section>
  );
}
