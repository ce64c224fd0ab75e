import { cva } from 'class-variance-authority';
import type { ReactNode } from 'react';

const table = cva('w-full', {
  variants: { size: { small: 'text-small', large: 'text-[1.0625rem]' } },
});

const nameCell = cva('text-left align-baseline font-normal', {
  variants: {
    size: { small: 'pb-[0.35rem]', large: 'py-[0.6rem]' },
    result: { true: 'border-t border-rule-strong text-ink-muted' },
    long: { true: 'lg:max-[1361px]:block lg:max-[1361px]:pb-0' },
  },
  compoundVariants: [
    { size: 'small', result: false, class: 'pt-[0.35rem] text-ink-muted' },
    { size: 'small', result: true, class: 'pt-[0.55rem]' },
  ],
  defaultVariants: { result: false },
});

const amountCell = cva('pl-4 text-right align-baseline', {
  variants: {
    size: { small: 'pb-[0.35rem]', large: 'py-[0.6rem]' },
    result: { true: 'border-t border-rule-strong' },
    long: {
      true: 'lg:max-[1361px]:block lg:max-[1361px]:border-t-0 lg:max-[1361px]:pt-0 lg:max-[1361px]:pl-0',
    },
  },
  compoundVariants: [
    { size: 'small', result: false, class: 'pt-[0.35rem]' },
    { size: 'small', result: true, class: 'pt-[0.55rem]' },
  ],
  defaultVariants: { result: false },
});

type Line = { name: string; mark?: ReactNode; amount: ReactNode };

type Props = {
  /** Name of the table for screen readers. */
  caption?: string;
  lines: readonly Line[];
  /** Last line: the sum of the others, with a double underline. */
  result: Line;
  size?: 'small' | 'large';
  /** Puts the amounts below their names on widths at which three tables beside each other are too narrow. */
  long?: boolean;
  className?: string;
};

/** Table of amounts and their result. */
export function AccountTable({ caption, lines, result, size = 'small', long = false, className = '' }: Props) {
  return (
    <table className={table({ size, className })}>
      {caption && <caption className="sr-only">{caption}</caption>}
      <tbody>
        {lines.map((line) => (
          <tr key={line.name}>
            <th scope="row" className={nameCell({ size, long })}>
              {line.mark}
              {line.name}
            </th>
            <td className={amountCell({ size, long })}>{line.amount}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" className={nameCell({ size, long, result: true })}>
            {result.mark}
            {result.name}
          </th>
          <td className={amountCell({ size, long, result: true })}>
            <span className="double inline-block double-fine">{result.amount}</span>
          </td>
        </tr>
      </tbody>
    </table>
  );
}
