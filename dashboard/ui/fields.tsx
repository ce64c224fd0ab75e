import { cva } from 'class-variance-authority';
import { type ComponentProps, type ReactNode, useId, useRef } from 'react';
import { CheckIcon, ErrorIcon } from './icons.tsx';
import { NEW_VALUE, useTypedOption } from './typed-option.ts';

/** FieldProps that connect a control with its label and its error. */
type ControlProps = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

const control = cva(
  [
    'min-h-control w-full rounded border border-rule-strong bg-surface py-[0.45rem] leading-[1.4] text-ink',
    'disabled:cursor-not-allowed disabled:opacity-50',
    'aria-invalid:border-danger aria-invalid:shadow-[inset_0_-1px_0_var(--danger)]',
    '[&::-webkit-calendar-picker-indicator]:opacity-60',
  ],
  {
    variants: {
      kind: {
        text: 'px-3',
        // On paper it says what is shown, without looking like a field.
        select: [
          'select-picker pr-9 pl-3 print:border-transparent print:bg-none print:pl-0',
          // A long option ends before the arrow.
          'overflow-clip text-ellipsis whitespace-nowrap [overflow-clip-margin:content-box]',
        ],
      },
    },
    defaultVariants: { kind: 'text' },
  },
);

type FieldProps = {
  label: string;
  error: string | undefined;
  optional?: boolean;
  /** Characters used and allowed. */
  count?: { used: number; max: number };
  /** For fields in rows, below a heading that says what they are: the label is for screen readers. */
  hiddenLabel?: boolean | undefined;
  /** At the right of the label. */
  aside?: ReactNode;
  /** Below the control, in italic: where its value comes from. */
  hint?: string | undefined;
  /** Places the field in its form. */
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** Form field: label, control, and validation error. */
export function FormField(props: FieldProps) {
  const { label, error, optional = false, count, hiddenLabel = false, aside, hint, className = '', children } = props;
  const id = useId();
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const described = [...(error === undefined ? [] : [errorId]), ...(hint === undefined ? [] : [hintId])];
  return (
    <div className={`grid w-full min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-[0.4rem] ${className}`}>
      <div className={hiddenLabel ? 'sr-only' : 'flex items-baseline justify-between gap-4'}>
        <label htmlFor={id} className="text-small font-semibold">
          {label}
          {optional && <span className="font-normal text-ink-muted"> optional</span>}
        </label>
        {count && (
          <span
            className="text-label text-ink-muted data-full:text-danger"
            data-full={count.used >= count.max || undefined}
            aria-hidden="true"
          >
            {count.used} / {count.max}
          </span>
        )}
        {aside}
      </div>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
      })}
      {hint !== undefined && <Hint id={hintId}>{hint}</Hint>}
      <ErrorText id={errorId} error={error} />
    </div>
  );
}

/** Where the value of a field comes from, in the italic of the margin. */
export function Hint({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="note text-[1.0625rem]/[1.3] wrap-anywhere">
      {children}
    </p>
  );
}

/**
 * Validation error with role alert. Rendered empty without an error, because screen readers only announce changes of an
 * existing live region.
 */
export function ErrorText({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p id={id} role="alert" className="flex gap-[0.45rem] text-small/[1.35] text-danger empty:hidden">
      {error !== undefined && (
        <>
          <ErrorIcon size={16} className="mt-[0.12rem]" />
          <span>{error}</span>
        </>
      )}
    </p>
  );
}

/** Single-line input. */
export function Input(props: Omit<ComponentProps<'input'>, 'className'>) {
  const isText = props.type === undefined || props.type === 'text';
  return <input dir={isText ? 'auto' : undefined} {...props} className={control()} />;
}

/** Input of several lines. */
export function TextArea(props: Omit<ComponentProps<'textarea'>, 'className'>) {
  return <textarea dir="auto" {...props} className={control()} />;
}

/** The last option of a choice, for a value that it lacks; `onChoose` takes the name that was typed, if one was. */
export type NewOption = { label: string; onChoose: (name?: string) => void };

type SelectProps = Omit<ComponentProps<'select'>, 'className'> & {
  newOption?: NewOption | undefined;
  /** Whether Enter after letters submits the form, which asks for this value alone. */
  isAlone?: boolean;
};

/** Select. Its options are the children. The chosen option stays while a new one is asked for. */
export function Select({ newOption, isAlone = false, children, onChange, onFocus, ...props }: SelectProps) {
  const before = useRef('');
  const onKeyDown = useTypedOption(isAlone);
  return (
    <select
      onKeyDown={onKeyDown}
      {...props}
      className={control({ kind: 'select' })}
      onFocus={(event) => {
        before.current = event.target.value;
        onFocus?.(event);
      }}
      onChange={(event) => {
        if (event.target.value === NEW_VALUE) {
          event.target.value = before.current;
          newOption?.onChoose();
        } else {
          before.current = event.target.value;
          onChange?.(event);
        }
      }}
    >
      {children}
      {newOption && <option value={NEW_VALUE}>{newOption.label}</option>}
    </select>
  );
}

const CHECK_BOX = [
  'grid size-[18px] place-items-center rounded-[2px] border border-rule-strong text-accent-ink',
  'peer-checked:border-accent peer-checked:bg-accent',
  'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
].join(' ');

type CheckboxProps = { label: string; checked: boolean; onChange: (checked: boolean) => void };

/** Checkbox that takes effect without a submit. */
export function Checkbox({ label, checked, onChange }: CheckboxProps) {
  return (
    <label className="relative flex min-h-9 cursor-pointer items-center gap-[0.65rem] touch:min-h-11">
      <input
        type="checkbox"
        className="peer absolute inset-0 cursor-pointer opacity-0"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className={CHECK_BOX}>{checked && <CheckIcon />}</span>
      {label}
    </label>
  );
}

/** Checkbox of a row, whose label is for screen readers. */
export function CheckMark({ label, checked, onChange }: CheckboxProps) {
  return (
    <label className="relative -m-2 grid flex-none cursor-pointer self-start p-2 pt-[0.7rem]">
      <input
        type="checkbox"
        className="peer absolute inset-0 cursor-pointer opacity-0"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className={CHECK_BOX}>{checked && <CheckIcon />}</span>
      <span className="sr-only">{label}</span>
    </label>
  );
}
