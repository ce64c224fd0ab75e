import { type ReactNode, useId } from 'react';

const CHOICE = [
  'relative flex min-h-9 cursor-pointer items-center rounded text-ink-muted transition-[color] touch:min-h-11',
  'hover:text-ink has-checked:font-semibold has-checked:text-ink',
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
].join(' ');

type Props<Value extends string> = {
  /** Name of the choice, for screen readers. */
  legend: string;
  choices: readonly { value: Value; label: ReactNode }[];
  chosen: Value;
  onChoose: (value: Value) => void;
};

/** Radio buttons as words in a line, of which the chosen one is underlined. */
export function Choices<Value extends string>({ legend, choices, chosen, onChoose }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap gap-x-6 print:hidden">
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ value, label }) => (
        <label key={value} className={CHOICE}>
          <input
            type="radio"
            name={name}
            className="peer absolute inset-0 cursor-pointer opacity-0"
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span className="border-b-2 border-transparent leading-[1.35] peer-checked:border-accent">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
