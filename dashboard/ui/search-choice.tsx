import { cva } from 'class-variance-authority';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { FormField, Input, type NewOption } from './fields.tsx';
import { foundByText } from './found-by-text.ts';

/** An option, and the heading of the options that it stands with. */
export type SearchOption = { value: string; label: string; group?: string };

type Props = {
  label: string;
  error: string | undefined;
  hint?: string | undefined;
  value: string;
  options: readonly SearchOption[];
  /** Stands last, whatever is typed. */
  newOption: NewOption;
  onChoose: (value: string) => void;
};

const LIST = [
  'absolute inset-x-0 top-full z-5 mt-1 max-h-[17rem] overflow-y-auto rounded-float border border-rule-strong',
  'bg-raised py-1 shadow-(--shadow-pop)',
].join(' ');

const option = cva('flex min-h-9 cursor-pointer items-center px-3 hover:bg-hover touch:min-h-11', {
  variants: { isActive: { true: 'bg-accent-wash shadow-[inset_3px_0_0_var(--accent)]' } },
});

/** The open list of a choice: the options that are found, the active one, and the keys of its field. */
function useOptions({
  value,
  options,
  newOption,
  onChoose,
}: Pick<Props, 'value' | 'options' | 'newOption' | 'onChoose'>) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const found = useMemo(() => (typed === null ? options : foundByText(options, typed)), [options, typed]);
  // Behind the options is the new one.
  const count = found.length + 1;

  function open() {
    setTyped(null);
    setActive(
      Math.max(
        0,
        options.findIndex((each) => each.value === value),
      ),
    );
    setOpen(true);
  }

  function close() {
    setOpen(false);
    setTyped(null);
  }

  function type(text: string) {
    setTyped(text);
    setActive(0);
    setOpen(true);
  }

  function choose(index: number) {
    const name = typed?.trim() ?? '';
    close();
    const taken = found[index];
    if (taken) onChoose(taken.value);
    else newOption.onChoose(name);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing) return;
    if (step !== undefined && isOpen) setActive((active + step + count) % count);
    else if (step !== undefined) open();
    else if (event.key === 'Enter' && isOpen) choose(active);
    else if (event.key === 'Escape' && typed !== null) open();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return { typed, isOpen, active, found, open, close, type, choose, onKeyDown };
}

/**
 * Field that is a choice of many options, which are found by what is typed. The list is open while the field has the
 * focus, until one is chosen. Escape takes back what is typed.
 */
export function SearchChoice({ label, error, hint, ...choice }: Props) {
  const { value, options, newOption } = choice;
  const { typed, isOpen, active, found, open, close, type, choose, onKeyDown } = useOptions(choice);
  const ids = useId();
  const list = useRef<HTMLDivElement>(null);
  const chosen = options.find((each) => each.value === value)?.label ?? value;

  useEffect(() => {
    if (isOpen) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, active]);

  return (
    <div className="relative" onKeyDownCapture={onKeyDown}>
      <FormField label={label} error={error} hint={hint}>
        {(props) => (
          <Input
            {...props}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={`${ids}-list`}
            aria-activedescendant={isOpen ? `${ids}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            value={typed ?? chosen}
            onFocus={({ target }) => {
              open();
              target.select();
            }}
            onClick={() => isOpen || open()}
            onBlur={close}
            onChange={({ target }) => type(target.value)}
          />
        )}
      </FormField>
      <div ref={list} id={`${ids}-list`} role="listbox" aria-label="Choices" className={LIST} hidden={!isOpen}>
        {isOpen &&
          [...found, null].map((each, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus, and takes the keys.
            <div
              key={each?.value ?? NEW_KEY}
              id={`${ids}-${index}`}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              className={option({ isActive: index === active })}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(index)}
            >
              {each?.label ?? (typed ? `${newOption.label.replace('…', '')} “${typed.trim()}”…` : newOption.label)}
              {each?.group && <span className="ml-auto pl-4 note text-[1rem]">{each.group}</span>}
            </div>
          ))}
      </div>
    </div>
  );
}

/** No value is this. */
const NEW_KEY = '\0new';
