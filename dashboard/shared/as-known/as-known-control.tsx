import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { FIRST_DAY } from '#ledger/model/constants.ts';
import { useKnown } from '../../browser-state/known.ts';
import { Button } from '../../ui/button.tsx';
import { today } from '../../ui/day.ts';
import { FormField, Input } from '../../ui/fields.tsx';
import { CalendarIcon } from '../../ui/icons.tsx';
import { usePopover } from '../../ui/use-popover.ts';
import { useGoTo } from './known-in-address.ts';
import { endOf, useToday } from './moment.ts';

const DAY_BUTTON = [
  'flex items-baseline gap-[0.4rem] text-label whitespace-nowrap text-ink-muted transition-[color]',
  'hover:text-ink max-sm:h-11 max-sm:items-center max-sm:px-2',
].join(' ');

/** Button that opens a small form for a day: screens then show the books as of its end. `className` gives its place. */
export function AsKnownControl({ className }: { className: string }) {
  const { open, setOpen, root, button } = usePopover();
  return (
    <div ref={root} className={`relative ${className}`}>
      <button ref={button} type="button" className={DAY_BUTTON} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className="self-center max-xl:hidden">
          <CalendarIcon />
        </span>
        View as of…
      </button>
      {open && <DayForm onDone={() => setOpen(false)} />}
    </div>
  );
}

const BOX = [
  'absolute top-[calc(100%+0.5rem)] right-0 z-3 grid w-72 animate-appear gap-4 rounded-float border border-rule-strong',
  'bg-raised p-4 shadow-(--shadow-pop)',
].join(' ');

function DayForm({ onDone }: { onDone: () => void }) {
  const known = useKnown();
  const [day, setDay] = useState(useToday());
  const goTo = useGoTo();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (day === '') return input.current?.focus();
    onDone();
    goTo(endOf(day));
  }

  return (
    <form noValidate className={BOX} aria-label="View as of" onSubmit={submit}>
      <p className="text-small text-ink-muted">Shows every screen as it was at the end of a day.</p>
      <FormField label="Day" error={undefined}>
        {(props) => (
          <Input
            {...props}
            ref={input}
            type="date"
            min={FIRST_DAY}
            max={today()}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        )}
      </FormField>
      <div className="flex justify-end gap-3">
        <Button
          kind="quiet"
          size="compact"
          disabled={known === null}
          onClick={() => {
            onDone();
            goTo(null);
          }}
        >
          Today
        </Button>
        <Button type="submit" kind="primary" size="compact" writes={false}>
          Show
        </Button>
      </div>
    </form>
  );
}
