import type { ComponentProps } from 'react';
import { tv } from 'tailwind-variants/lite';
import { useIsPast, WRITING_IS_OFF } from '../browser-state/known.ts';
import { SpinnerIcon } from './icons.tsx';

const button = tv({
  base: [
    'relative inline-flex items-center justify-center gap-2',
    'rounded border leading-[1.2] font-semibold whitespace-nowrap print:hidden',
    'transition-[background-color,border-color] disabled:cursor-not-allowed disabled:opacity-50',
    'aria-disabled:cursor-progress aria-disabled:[&>svg]:invisible',
  ],
  variants: {
    kind: {
      primary: 'border-accent bg-accent text-accent-ink hover:bg-[color-mix(in_srgb,var(--accent)_90%,var(--ink))]',
      secondary: 'border-rule-strong hover:border-ink-muted hover:bg-hover',
      quiet: 'border-transparent text-ink-muted hover:bg-hover hover:text-ink',
      danger: [
        'border-[color-mix(in_srgb,var(--danger)_65%,var(--background))] text-danger',
        'hover:border-danger hover:bg-hover',
      ],
      'danger-fill':
        'border-danger bg-danger text-danger-ink hover:bg-[color-mix(in_srgb,var(--danger)_90%,var(--ink))]',
      premium: 'border-premium text-premium hover:bg-premium-wash',
      'premium-fill':
        'border-premium bg-premium text-premium-ink hover:bg-[color-mix(in_srgb,var(--premium)_90%,var(--ink))]',
    },
    size: {
      normal: 'min-h-control px-[1.05rem] max-sm:in-data-page-tools:px-[0.8rem] max-sm:in-data-page-tools:text-small',
      /** Inside a control. */
      small: 'min-h-8.5 px-[1.05rem] text-small',
      /** In a toast. */
      compact: 'min-h-8 px-3 text-small touch:min-h-11',
      /** In the menu of narrow viewports. */
      large: 'min-h-12 px-[1.05rem]',
    },
  },
});

type Kind = keyof typeof button.variants.kind;
type Size = keyof typeof button.variants.size;
type Props = ComponentProps<'button'> & {
  kind?: Kind;
  size?: Size;
  pending?: boolean;
  /**
   * Whether it changes the ledger, or opens a form that does: it is disabled while the books are shown as they were.
   */
  writes?: boolean;
};

/** Class names of a button, for links that look like one. `layout` places it, such as by a margin. */
export function buttonClass(kind: Kind = 'secondary', layout = '', size: Size = 'normal'): string {
  return button({ kind, size, class: layout });
}

/**
 * Button. While `pending` it shows a spinner, ignores clicks, and keeps its focus, width and label. A submit button
 * counts as `writes`.
 */
export function Button(props: Props) {
  const { kind, size, pending = false, className, children, onClick, type = 'button', disabled, ...more } = props;
  const { writes = type === 'submit', ...rest } = more;
  const isOff = useIsPast() && writes;
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || isOff}
      {...(isOff && { title: WRITING_IS_OFF })}
      className={buttonClass(kind, className, size)}
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    >
      {pending && (
        // In the padding before the label, and without a width of its own, so that the button keeps its width.
        <span className="-mr-2 grid w-0 -translate-x-[0.6rem] place-content-center">
          <SpinnerIcon size={14} />
        </span>
      )}
      {children}
    </button>
  );
}

/** Square button with nothing but an icon. `className` places it and gives it its color. */
export function IconButton({ className = '', type = 'button', ...rest }: ComponentProps<'button'>) {
  return (
    <button {...rest} type={type} className={`grid size-11 place-items-center rounded print:hidden ${className}`} />
  );
}
