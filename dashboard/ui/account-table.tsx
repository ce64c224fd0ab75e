import type { ReactNode } from 'react';
import { tv } from 'tailwind-variants/lite';

const accountTable = tv({
  slots: {
    table: 'w-full',
    name: 'text-left align-baseline font-normal',
    amount: 'pl-4 text-right align-baseline',
  },
  variants: {
    size: {
      small: { table: 'text-small', name: 'pb-[0.35rem]', amount: 'pb-[0.35rem]' },
      large: { table: 'text-[1.0625rem]', name: 'py-[0.6rem]', amount: 'py-[0.6rem]' },
    },
    result: { true: { name: 'border-t border-rule-strong text-ink-muted', amount: 'border-t border-rule-strong' } },
    long: {
      true: {
        name: 'lg:max-[1361px]:block lg:max-[1361px]:pb-0',
        amount: 'lg:max-[1361px]:block lg:max-[1361px]:border-t-0 lg:max-[1361px]:pt-0 lg:max-[1361px]:pl-0',
      },
    },
  },
  compoundVariants: [
    { size: 'small', result: false, class: { name: 'pt-[0.35rem] text-ink-muted', amount: 'pt-[0.35rem]' } },
    { size: 'small', result: true, class: { name: 'pt-[0.55rem]', amount: 'pt-[0.55rem]' } },
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
  const { table, name, amount } = accountTable({ size, long });
  return (
    <table className={table({ className })}>
      {caption && <caption className="sr-only">{caption}</caption>}
      <tbody>
        {lines.map((line) => (
          <tr key={line.name}>
            <th scope="row" className={name()}>
              {line.mark}
              {line.name}
            </th>
            <td className={amount()}>{line.amount}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" className={name({ result: true })}>
            {result.mark}
            {result.name}
          </th>
          <td className={amount({ result: true })}>
            <span className="double inline-block double-fine">{result.amount}</span>
          </td>
        </tr>
      </tbody>
    </table>
  );
}
