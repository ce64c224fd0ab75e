import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { useIsPast, WRITING_IS_OFF } from '../browser-state/known.ts';
import { SpinnerIcon } from './icons.tsx';

const button = cva(
  [
    'relative inline-flex items-center justify-center gap-2 px-(--button-padding)',
    'rounded border leading-[1.2] font-semibold whitespace-nowrap print:hidden',
    'transition-[background-color,border-color] disabled:cursor-not-allowed disabled:opacity-50',
    'aria-disabled:cursor-progress',
    // The spinner takes the place of an icon; else its width and gap, 22 px, come out of the padding.
    'aria-disabled:[&>svg]:hidden aria-disabled:not-has-[>svg]:gap-1.5',
    'aria-disabled:not-has-[>svg]:px-[calc(var(--button-padding)-11px)]',
  ],
  {
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
        normal: [
          'min-h-control [--button-padding:1.05rem]',
          'max-sm:in-data-page-tools:text-small max-sm:in-data-page-tools:[--button-padding:0.8rem]',
        ],
        /** Inside a control. */
        small: 'min-h-8.5 text-small [--button-padding:1.05rem]',
        /** In a toast. */
        compact: 'min-h-8 text-small [--button-padding:0.75rem] touch:min-h-11',
        /** In the menu of narrow viewports. */
        large: 'min-h-12 [--button-padding:1.05rem]',
      },
    },
  },
);

type Kind = NonNullable<VariantProps<typeof button>['kind']>;
type Size = NonNullable<VariantProps<typeof button>['size']>;
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
        <span>
          <SpinnerIcon />
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
