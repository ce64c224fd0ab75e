import type { PartOfEntry } from '#contract/transaction.ts';
import { categoryPath, isRefund } from '../../../shared/categories/categories.ts';
import { useCategories } from '../../../shared/categories/use-categories.ts';
import { formatMoney, formatSigned } from '../../../ui/money.ts';

type Props = { type: string; parts: readonly PartOfEntry[]; amount: number; currency: string };

/** The parts of a split and what they add up to. */
export function PartsTable({ type, parts, amount, currency }: Props) {
  const categories = useCategories();
  return (
    <table className="mt-8 w-full">
      <caption className="note pb-2 text-left">Split in {parts.length} parts</caption>
      <tbody className="border-t border-rule-strong">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id, and don't move.
          <tr key={index} className="border-b border-rule align-baseline">
            <th scope="row" className="py-[0.65rem] text-left font-normal">
              {categoryPath(categories, { ...part, type })}
              {isRefund(categories, { ...part, type }) && <span className="note text-[1.0625rem]"> refund</span>}
              {part.note !== null && <span className="block text-small wrap-anywhere text-ink-muted">{part.note}</span>}
            </th>
            <td className="py-[0.65rem] pl-6 text-right whitespace-nowrap">{formatSigned(part.amount, currency)}</td>
          </tr>
        ))}
        <tr className="align-baseline">
          <th scope="row" className="pt-[0.65rem] text-left font-normal text-ink-muted">
            Total
          </th>
          <td className="pt-[0.65rem] pl-6 text-right whitespace-nowrap">
            <span className="double inline-block double-fine">{formatMoney(amount, currency)}</span>
          </td>
        </tr>
      </tbody>
    </table>
  );
}
