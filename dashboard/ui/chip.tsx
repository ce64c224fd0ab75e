import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { CloseIcon } from './icons.tsx';

const chip = cva('inline-flex min-h-8 max-w-full items-center rounded border text-small', {
  variants: {
    /** Without anything to press. */
    isRead: { false: 'touch:min-h-11' },
    look: {
      said: 'border-rule-strong',
      proposed: 'border-dashed border-rule-strong',
      usual: 'border-transparent text-ink-muted',
      wrong: 'border-danger',
    },
  },
});

const value = cva('min-w-0', {
  variants: {
    isAlone: { true: 'pl-2', false: 'pl-[0.4rem]' },
    isNamed: { false: 'max-sm:pl-2' },
    isLast: { true: 'pr-2' },
  },
});

const DROP = [
  'flex min-w-7 items-center justify-center self-stretch rounded text-ink-muted',
  'hover:text-ink touch:min-w-11',
].join(' ');

type Props = {
  look: NonNullable<VariantProps<typeof chip>['look']>;
  /** The kind of its value, in italic before it; empty if the value needs none. */
  label: string;
  /** Whether narrow screens have the label, too. */
  isNamed?: boolean;
  /** Whether it is only read: nothing in it can be pressed. */
  isRead?: boolean;
  aside?: ReactNode;
  /** The cross, with its name for screen readers. */
  drop?: { name: string; onClick: () => void } | undefined;
  children: ReactNode;
};

/** Item of a list of parts, such as the parts of a line or a query, which can be dropped. */
export function Chip({ look, label, isNamed = false, isRead = false, aside, drop, children }: Props) {
  return (
    <li className={chip({ look, isRead })}>
      {label !== '' && (
        <span
          aria-hidden="true"
          className={`note pl-2 text-[1rem]/none whitespace-nowrap ${isNamed ? '' : 'max-sm:hidden'}`}
        >
          {label}
        </span>
      )}
      <span className={value({ isAlone: label === '', isNamed, isLast: !drop })}>{children}</span>
      {aside}
      {drop && (
        <button type="button" className={DROP} aria-label={drop.name} onClick={drop.onClick}>
          <CloseIcon size={12} />
        </button>
      )}
    </li>
  );
}
