import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { Category } from '#contract/category-calls.ts';
import { useIsPast, WRITING_IS_OFF } from '../../browser-state/known.ts';
import { scrollNearEdge, useAltHeld } from '../../ui/alt-or-drag.ts';
import { showInfoToast } from '../../ui/toast.ts';
import { useLatestState } from '../../ui/use-latest-state.ts';
import { type Move, type MoveDirection, moveBy, movedCategory, placeWords, type TreeRow, whyNotMoved } from './tree.ts';

const DIRECTIONS: Readonly<Record<string, MoveDirection>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** The number of pixels below which the pointer has pressed the handle, not moved it. */
const DRAG_MIN_PX = 4;
/** Where a drop goes to: on an element, the id of the category that becomes the parent; empty for the top. */
export const DROP = 'data-drop';

type Options = {
  categories: readonly Category[];
  rows: readonly TreeRow[];
  /** Resolves once the categories are there as they are after it. */
  onMove: (move: Move) => Promise<unknown>;
};

export type CategoryMoving = ReturnType<typeof useMoving>;

/**
 * Moves a category by Alt with arrows, or by a drag of its handle. Until Alt or the pointer is let go the tree is shown
 * as it would be (`preview`), and Escape leaves it as it was. `said` announces where it is; a toast says why not.
 */
export function useMoving({ categories, rows, onMove }: Options) {
  const isPast = useIsPast();
  const [move, latestMove, setMove] = useLatestState<Move | null>(null);
  const [isDragging, latestDragging, setDragging] = useLatestState(false);
  const [isSending, setSending] = useState(false);
  const [said, setSaid] = useState('');
  const pressed = useRef<{ id: string; x: number; y: number } | null>(null);
  const parentOf = (id: string) => categories.find(({ _id }) => _id === id)?.parent ?? null;

  function stop() {
    setMove(null);
    setDragging(false);
    pressed.current = null;
  }

  /** Sends the move, and shows the tree with it until that has come. */
  async function finish() {
    const last = latestMove.current;
    pressed.current = null;
    setDragging(false);
    if (!last || isSending) return;
    if (last.parent === parentOf(last.id)) return stop();
    setSending(true);
    await onMove(last);
    setSending(false);
    setMove(null);
  }

  useAltHeld(move !== null && !isDragging && !isSending, () => void finish(), stop);

  function whyNot(category: Category): string | null {
    return isPast ? WRITING_IS_OFF : whyNotMoved(categories, category);
  }

  /** Keys of a row. Returns whether they were about a move. */
  function onKeyDown(event: KeyboardEvent, category: Category): boolean {
    if (event.key === 'Escape' && latestMove.current) {
      stop();
      setSaid(`${category.name} stays where it was`);
      event.preventDefault();
      return true;
    }
    const direction = DIRECTIONS[event.key];
    if (!direction || !event.altKey || event.ctrlKey || event.metaKey) return false;
    event.preventDefault();
    if (isSending) return true;
    const reason = whyNot(category);
    if (reason !== null) {
      showInfoToast(reason);
      return true;
    }
    const last = latestMove.current;
    const here = last ? { ...category, parent: last.parent } : category;
    const next = moveBy(rows, here, direction);
    if (typeof next === 'string') showInfoToast(next);
    else {
      setMove(next);
      setSaid(`${category.name}, ${placeWords(categories, next.parent)}; let go of Alt to keep it there`);
    }
    return true;
  }

  /** Handlers of the handle that is dragged. */
  const handleProps = (category: Category) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || isSending) return;
      const reason = whyNot(category);
      if (reason !== null) return showInfoToast(reason);
      event.currentTarget.setPointerCapture(event.pointerId);
      pressed.current = { id: category._id, x: event.clientX, y: event.clientY };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      const from = pressed.current;
      if (!from) return;
      if (!latestDragging.current && Math.hypot(clientX - from.x, clientY - from.y) < DRAG_MIN_PX) return;
      setDragging(true);
      scrollNearEdge(clientY);
      const over = document.elementFromPoint(clientX, clientY)?.closest(`[${DROP}]`)?.getAttribute(DROP);
      const isKind = over === '' || rows.some((row) => row.category._id === over);
      const parent =
        over === undefined || over === null || over === from.id || !isKind ? parentOf(from.id) : over || null;
      const last = latestMove.current;
      if (last?.parent !== parent || last.id !== from.id) {
        setMove({ id: from.id, parent });
        setSaid(`${category.name}, ${placeWords(categories, parent)}`);
      }
    },
    onPointerUp: () => {
      if (latestDragging.current) void finish();
      else pressed.current = null;
    },
    onPointerCancel: stop,
    onKeyDown: (event: KeyboardEvent) => {
      if (onKeyDown(event, category)) event.stopPropagation();
    },
  });

  const isTarget = (parent: string | null) => isDragging && move?.parent === parent && parentOf(move.id) !== parent;
  return {
    move,
    isDragging,
    said,
    // While it is dragged the rows stay where they are, below the pointer.
    preview: move && !isDragging ? movedCategory(categories, move) : null,
    onKeyDown,
    handleProps,
    isTarget,
    topProps: { [DROP]: '', 'data-target': isTarget(null) || undefined },
  };
}
