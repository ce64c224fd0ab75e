import { cva } from 'class-variance-authority';
import type { ReactNode } from 'react';

const badge = cva('inline-block rounded border text-micro leading-none font-semibold whitespace-nowrap', {
  variants: {
    kind: {
      plain: 'border-rule-strong text-ink-muted',
      premium: 'border-[color-mix(in_srgb,var(--premium)_60%,var(--background))] text-premium',
    },
    size: {
      small: 'px-[0.35rem] pt-[0.18rem] pb-[0.2rem]',
      medium: 'px-[0.45rem] pt-[0.26rem] pb-[0.28rem]',
    },
  },
  defaultVariants: { kind: 'plain', size: 'medium' },
});

type Props = { kind?: 'plain' | 'premium'; size?: 'small' | 'medium'; children: ReactNode };

/** Word in a frame, such as the category of a goal. */
export function Badge({ kind, size, children }: Props) {
  return <span className={badge({ kind, size })}>{children}</span>;
}
