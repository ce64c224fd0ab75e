import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useState } from 'react';
import { useIsPast } from '../browser-state/known.ts';
import { scrollNearEdge, useAltHeld } from './alt-or-drag.ts';
import { useLatestState } from './use-latest-state.ts';

/** On a row, the id of its item. */
export const ORDERED_DROP = 'data-ordered';

/** An item of a list in an order. Items change places within their group, such as the categories below one. */
export type OrderedItem = { id: string; group: string };

/** `noun` names an item in announcements. `onOrder` resolves once the items of the group are there in that order. */
type Options = {
  items: readonly OrderedItem[];
  noun: string;
  onOrder: (ids: string[]) => Promise<unknown>;
};

/** The item that is being moved, and its place in its group, from 0. */
type Moved = { id: string; place: number } | null;

export type Ordering = ReturnType<typeof useOrdering>;

/**
 * Moves an item by Alt with arrows, or by a drag of its handle. Until Alt or the pointer is let go the items are
 * `shown` as they would be, and Escape leaves them as they were. `said` announces what happens.
 */
export function useOrdering({ items, noun, onOrder }: Options) {
  const isPast = useIsPast();
  const [moved, latest, setMoved] = useLatestState<Moved>(null);
  const [isDragging, setDragging] = useState(false);
  const [isSending, setSending] = useState(false);
  const [said, setSaid] = useState('');
  const shown = moved ? withItemAt(items, moved) : items;

  function stop() {
    setMoved(null);
    setDragging(false);
  }

  async function finish() {
    setDragging(false);
    const last = latest.current;
    if (!last || isSending) return;
    const before = besides(items, last.id);
    const after = besides(withItemAt(items, last), last.id);
    if (after.every(({ id }, index) => id === before[index]?.id)) return stop();
    setSending(true);
    await onOrder(after.map(({ id }) => id));
    setSending(false);
    setMoved(null);
  }

  useAltHeld(moved !== null && !isDragging && !isSending, () => void finish(), stop);

  const movedId = moved?.id;
  const movedPlace = moved?.place;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the row has moved, and so has lost the focus.
  useEffect(() => {
    if (movedId !== undefined && document.activeElement === document.body)
      document.getElementById(`handle-${movedId}`)?.focus();
  }, [movedId, movedPlace]);

  function moveTo(id: string, place: number) {
    setMoved({ id, place });
    setSaid(`Now ${noun} ${place + 1} of ${besides(items, id).length}`);
  }

  function onKeyDown(event: KeyboardEvent, id: string) {
    if (event.key === 'Escape' && latest.current) {
      event.preventDefault();
      stop();
      setSaid('The order of the list stays as it was');
      return;
    }
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || !event.altKey || event.ctrlKey || event.metaKey || isPast) return;
    event.preventDefault();
    const all = besides(latest.current ? withItemAt(items, latest.current) : items, id);
    const place = all.findIndex((item) => item.id === id) + step;
    if (isSending) return;
    if (place < 0 || place >= all.length) setSaid(`It is the ${step < 0 ? 'first' : 'last'} ${noun}`);
    else moveTo(id, place);
  }

  function moveOver(over: string) {
    const last = latest.current;
    if (!last) return;
    const place = besides(withItemAt(items, last), last.id).findIndex((item) => item.id === over);
    if (place >= 0 && over !== last.id) moveTo(last.id, place);
  }
  usePointerOver(isDragging, { over: moveOver, up: () => void finish(), cancel: stop });

  const handleProps = (id: string) => ({
    id: `handle-${id}`,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || isSending) return;
      // Else the pointer would select text.
      event.preventDefault();
      event.currentTarget.focus();
      setDragging(true);
      setMoved({ id, place: besides(items, id).findIndex((item) => item.id === id) });
    },
  });

  return { shown, said, moving: moved?.id ?? null, onKeyDown, handleProps };
}

type PointerDuties = { over(id: string): void; up(): void; cancel(): void };

/**
 * While something is dragged: tells the id of the row below the pointer, and when the pointer is let go. It listens to
 * the window, since a row that moves loses the pointer that its handle has captured.
 */
function usePointerOver(isDragging: boolean, { over, up, cancel }: PointerDuties): void {
  const onMove = useEffectEvent(({ clientX, clientY }: globalThis.PointerEvent) => {
    scrollNearEdge(clientY);
    const row = document.elementFromPoint(clientX, clientY)?.closest(`[${ORDERED_DROP}]`);
    over(row?.getAttribute(ORDERED_DROP) ?? '');
  });
  const onUp = useEffectEvent(up);
  const onCancel = useEffectEvent(cancel);
  useEffect(() => {
    if (!isDragging) return;
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('pointermove', (event) => onMove(event), { signal });
    window.addEventListener('pointerup', () => onUp(), { signal });
    window.addEventListener('pointercancel', () => onCancel(), { signal });
    return () => listening.abort();
  }, [isDragging]);
}

/** The items of the group of an item, which is among them. */
function besides(items: readonly OrderedItem[], id: string): OrderedItem[] {
  const group = items.find((item) => item.id === id)?.group;
  return items.filter((item) => item.group === group);
}

/** The items with one of them at another place in its group, from 0. */
function withItemAt(items: readonly OrderedItem[], { id, place }: { id: string; place: number }): OrderedItem[] {
  const item = items.find((each) => each.id === id);
  if (!item) return [...items];
  const others = items.filter((each) => each !== item);
  const next = others.filter(({ group }) => group === item.group)[place];
  const index = next ? others.indexOf(next) : others.length;
  return [...others.slice(0, index), item, ...others.slice(index)];
}
