import { useQuery } from '@tanstack/react-query';
import { type HTMLAttributes, type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useState } from 'react';
import type { CallInput } from '#contract/calls.ts';
import { isLetterKey } from '../../../keys/letter-keys.ts';
import { foundQuery } from '../../../server/entry-queries.ts';
import { countWords } from '../../../shared/entries/count-words.ts';
import { isTextField } from '../../../ui/keys.ts';
import { OPEN_DIALOG } from '../../../ui/open-dialog.ts';
import { SELECT_MARK, SelectMark } from './select-mark.tsx';
import {
  ALL_FOUND,
  extendedSelection,
  isNothing,
  isSelected,
  NOTHING_SELECTED,
  type Selectable,
  type SelectedSums,
  selectedIn,
  selectOf,
  toggled,
} from './selection.ts';

/**
 * The entries that a bulk is asked for: how it selects them, what they come to, and the query of the list in which they
 * were selected.
 */
export type BulkEntries = SelectedSums & { select: CallInput<'bulk'>['select']; q: string };

/** Marks the bar of what is selected. */
export const SELECTION_BAR = 'data-selection-bar';

type RowProps = Pick<HTMLAttributes<HTMLElement>, 'onKeyDown' | 'onClick'>;

type Options = {
  /** The rows that are loaded, in their order, and the query that finds all of the list. */
  rows: readonly Selectable[];
  q: string;
  focusedIndex: number;
  /** While the books are shown as they were nothing is selected. */
  isOff: boolean;
  /** Asks for the category of entries. */
  onCategory: (entries: BulkEntries) => void;
};

/**
 * The selection of a list (product 9.7): by mark, Shift and click, `x`, Shift and arrow keys, Ctrl or Cmd and A. Escape
 * takes it back, `c` asks for the category of the selection, or of the focused row without one.
 */
export function useSelecting({ rows, q, focusedIndex, isOff, onCategory }: Options) {
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  /** Whether a press on a row selects it, as on screens without a pointer. */
  const [isMarking, setMarking] = useState(false);
  const { data: found } = useQuery({ ...foundQuery(q), enabled: selection.of === 'found' });
  const selected = selectedIn(selection, found);
  const isEmpty = isNothing(selection);

  const rowElement = () => document.getElementById(`row-${rows[focusedIndex]?._id}`);

  function clear() {
    // The bar goes.
    if (document.activeElement?.closest(`[${SELECTION_BAR}]`)) rowElement()?.focus({ preventScroll: true });
    setSelection(NOTHING_SELECTED);
    setMarking(false);
  }

  /** The selection; null until it is counted, and if nothing is selected. */
  const entries = isEmpty || !selected ? null : { ...selected, q, select: selectOf(selection, q) };

  function askCategory(focused: Selectable | undefined) {
    if (entries) onCategory(entries);
    else if (isEmpty && focused) onCategory({ count: 1, net: focused.counts, q, select: { ids: [focused._id] } });
  }

  /**
   * Does what a key on a row is for. Gives whether the key is used up; Shift with an arrow is not, since the list moves
   * the focus with it.
   */
  function onRowKey(event: KeyboardEvent, row: Selectable): boolean {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (isLetterKey(event.nativeEvent, 'select')) setSelection(toggled(selection, row));
    else if (step !== undefined && event.shiftKey) {
      const next = rows[rows.indexOf(row) + step];
      const begun = selection.range ? selection : extendedSelection(selection, rows, row._id);
      if (next) setSelection(extendedSelection(begun, rows, next._id));
      return false;
    } else return false;
    return true;
  }

  const onWindowKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (isOff || event.defaultPrevented || isTextField(event.target) || document.querySelector(OPEN_DIALOG)) return;
    const isAll = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'a';
    if (isAll) setSelection(ALL_FOUND);
    else if (event.key === 'Escape' && (!isEmpty || isMarking)) clear();
    else if (isLetterKey(event, 'category') && !event.repeat) askCategory(withFocus(rows[focusedIndex]));
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => onWindowKey(event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  /** Adds to the props of a row those that let it be selected. */
  function rowProps(row: Selectable, title: string, own: RowProps) {
    const isOn = isSelected(selection, row._id);
    const toggle = () => setSelection(toggled(selection, row));
    return {
      ...own,
      className: ROW,
      'data-selected': isOn || undefined,
      mark: <SelectMark title={title} isOn={isOn} isFocusable={rows[focusedIndex] === row} onToggle={toggle} />,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.target === event.currentTarget && onRowKey(event, row)) event.preventDefault();
        else own.onKeyDown?.(event);
      },
      // A press with Shift would select text.
      onMouseDown: (event: MouseEvent) => event.shiftKey && event.preventDefault(),
      onClickCapture: (event: MouseEvent) => {
        const isOnMark = event.target instanceof Element && event.target.closest(`[${SELECT_MARK}]`) !== null;
        const isRange = event.shiftKey && !event.ctrlKey && !event.metaKey;
        if (isRange) setSelection(extendedSelection(selection, rows, row._id));
        else if (isMarking && !isOnMark) toggle();
        else return;
        event.preventDefault();
        event.stopPropagation();
      },
    };
  }

  return {
    rowProps,
    entries,
    isSelecting: !isEmpty,
    /** Whether each row shows its mark. */
    isShown: isMarking || !isEmpty,
    isMarking,
    setMarking,
    clear,
    /** The element of the row that has the focus, or had it last. */
    focusedRow: rowElement,
    selectAll: selection.of === 'found' && selection.listed.size === 0 ? null : () => setSelection(ALL_FOUND),
    announced: announced(isEmpty, selected),
  };
}

export type SelectingKeys = ReturnType<typeof useSelecting>;

/** The row, if it has the focus. */
function withFocus(row: Selectable | undefined): Selectable | undefined {
  return row && document.activeElement?.id === `row-${row._id}` ? row : undefined;
}

function announced(isEmpty: boolean, selected: SelectedSums | null): string {
  if (isEmpty || !selected) return '';
  return `${countWords(selected.count)} selected`;
}

/** A selected row is filled; the mark stands in the margin, on narrow screens in the row, while marks are shown. */
const ROW = [
  'group/row relative *:nth-last-2:pr-0! data-selected:bg-accent-wash',
  'md:data-selected:shadow-[-1.125rem_0_0_var(--accent-wash),0.75rem_0_0_var(--accent-wash)]!',
  'xl:data-selected:shadow-[-1.75rem_0_0_var(--accent-wash),0.75rem_0_0_var(--accent-wash)]!',
  'max-md:in-data-selecting:pl-9',
].join(' ');
