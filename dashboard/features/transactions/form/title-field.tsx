import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { cva } from 'class-variance-authority';
import { type KeyboardEvent, useId, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { PastTitle } from '#contract/ledger-calls.ts';
import { TRANSACTION_TITLE_MAX } from '#ledger/model/constants.ts';
import { titlesQuery } from '../../../server/line-queries.ts';
import { FormField, Input } from '../../../ui/fields.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import type { Kind } from './transaction-form-values.ts';

type Props = {
  kind: Kind;
  /** The typed text. */
  title: string;
  error: string | undefined;
  registration: UseFormRegisterReturn;
  /** Takes a title of the past; without it the field offers none. */
  onTake?: ((title: PastTitle) => void) | undefined;
};

/** After so long without a key what is typed is looked up. */
const PAUSE_MS = 80;
const SHOWN_MAX = 6;

/**
 * Field of the title, which completes it from the past (product 9.8). Nothing is selected until an arrow key or the
 * pointer selects it, so Enter and Tab do what they do without; it stays a text field, which any text fits.
 */
export function TitleField({ kind, title, error, registration, onTake }: Props) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const titles = useTitles(title.trim(), kind, isOpen && onTake !== undefined);
  const isShown = isOpen && titles.length > 0;
  const selected = isShown ? titles[active] : undefined;
  const optionId = (index: number) => `${listId}-${index}`;

  function close() {
    setOpen(false);
    setActive(-1);
  }

  function take(taken: PastTitle) {
    close();
    onTake?.(taken);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && onTake) {
      event.preventDefault();
      // Beside the options there is the place where none is selected.
      const places = titles.length + 1;
      if (!isShown) setOpen(true);
      else setActive(((active + 1 + step + places) % places) - 1);
    } else if (event.key === 'Enter' && selected) {
      event.preventDefault();
      take(selected);
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      close();
    }
  }

  return (
    <FormField
      className="relative col-span-full"
      label="Title"
      error={error}
      count={{ used: title.length, max: TRANSACTION_TITLE_MAX }}
    >
      {(props) => (
        <div className="relative">
          <Input
            {...props}
            {...registration}
            {...(onTake && {
              'aria-autocomplete': 'list',
              'aria-haspopup': 'listbox',
              'aria-controls': listId,
              'aria-activedescendant': selected && optionId(active),
            })}
            onChange={(event) => {
              setOpen(event.target.value.trim() !== '');
              setActive(-1);
              return registration.onChange(event);
            }}
            onBlur={(event) => {
              close();
              return registration.onBlur(event);
            }}
            onKeyDown={onKeyDown}
            maxLength={TRANSACTION_TITLE_MAX}
            autoComplete="off"
            required
          />
          {onTake && (
            <div id={listId} role="listbox" aria-label="Suggestions" className={LIST} hidden={!isShown}>
              {titles.map((past, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
                <div
                  key={past.title}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === active}
                  tabIndex={-1}
                  className={option({ selected: index === active })}
                  onPointerMove={() => setActive(index)}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => take(past)}
                >
                  <span className="truncate">{past.title}</span>
                  {past.category && <span className="flex-none text-small text-ink-muted">{past.category}</span>}
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </FormField>
  );
}

const LIST = [
  'absolute inset-x-0 top-full z-5 mt-1 overflow-hidden rounded-float border border-rule-strong bg-raised py-1',
  'shadow-(--shadow-pop)',
].join(' ');

const option = cva('flex min-h-10 cursor-pointer items-center justify-between gap-6 px-3 touch:min-h-11', {
  variants: { selected: { true: 'bg-accent-wash shadow-[inset_3px_0_0_var(--accent)]' } },
});

/** The titles of the past of a type that complete what is typed, the best first. */
function useTitles(typed: string, kind: Kind, enabled: boolean): readonly PastTitle[] {
  const settledTitle = useSettled(typed, PAUSE_MS);
  // Until the first letters are settled, nothing is asked: it would be all titles, of which most don't complete them.
  const isAsked = enabled && (settledTitle !== '' || typed === '');
  const { data = [] } = useQuery({ ...titlesQuery(settledTitle), enabled: isAsked, placeholderData: keepPreviousData });
  const known = isAsked ? data : [];
  return known.filter(({ type }) => type === kind).slice(0, SHOWN_MAX);
}
