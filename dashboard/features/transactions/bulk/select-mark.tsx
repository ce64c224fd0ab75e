import { TableCell } from '../../../shared/entries/table.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';

/** Marks the cell that selects a row. */
export const SELECT_MARK = 'data-select-mark';

const CELL = [
  'absolute inset-y-0 -left-[1.3rem] z-1 grid w-6 place-items-center xl:-left-7 print:hidden',
  'opacity-0 group-hover/row:opacity-100 group-focus/row:opacity-100 focus-within:opacity-100',
  'in-data-selecting:opacity-100 max-md:left-0 max-md:hidden max-md:w-9 max-md:in-data-selecting:grid',
].join(' ');

const BOX = [
  'grid size-4 place-items-center rounded-[2px] border border-rule-strong bg-background text-accent-ink',
  'peer-checked:border-accent peer-checked:bg-accent',
  'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
  'max-md:size-[18px]',
].join(' ');

type Props = { title: string; isOn: boolean; isFocusable: boolean; onToggle: () => void };

/** Cell with the checkbox that selects a row, in the row's margin. Only the focused row's is a tab stop. */
export function SelectMark({ title, isOn, isFocusable, onToggle }: Props) {
  return (
    <TableCell className={CELL} {...{ [SELECT_MARK]: '' }} onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        className="peer absolute inset-0 cursor-pointer opacity-0"
        aria-label={`Select ${title}`}
        tabIndex={isFocusable ? 0 : -1}
        checked={isOn}
        onChange={onToggle}
      />
      <span className={BOX}>{isOn && <CheckIcon />}</span>
    </TableCell>
  );
}
