import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { segmentIndexOf, segmentsOf } from './segments.ts';

/** Segments rendered beyond each edge of the viewport. */
const OVERSCAN_SEGMENTS = 4;

/** Height of a row in pixels, from the CSS variable `--row`, which depends on the width of the viewport. */
function measureRowHeightPx(): number {
  const root = getComputedStyle(document.documentElement);
  return Number.parseFloat(root.getPropertyValue('--row')) * Number.parseFloat(root.fontSize);
}

/**
 * Splits entries into segments and virtualizes them by the scroll position of the window: returns the segments to
 * render with their offsets in pixels. Always renders the segment of `focusedRow`, because unmounting it would lose the
 * focus.
 */
export function useWindowedSegments<Entry extends { date: string }>(entries: readonly Entry[], focusedRow: number) {
  const segments = useMemo(() => segmentsOf(entries), [entries]);
  const listRef = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const top = listRef.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(Math.round(top + window.scrollY));
  }, []);

  const rowHeightPx = measureRowHeightPx();
  const virtualizer = useWindowVirtualizer({
    count: segments.length,
    estimateSize: (index) => {
      const segment = segments[index];
      return rowHeightPx * ((segment?.rows.length ?? 0) + (segment?.startsMonth ? 1 : 0));
    },
    getItemKey: (index) => segments[index]?.start ?? index,
    overscan: OVERSCAN_SEGMENTS,
    scrollMargin,
    rangeExtractor: (range) => withFocused(range, segmentIndexOf(segments, focusedRow)),
  });

  const virtualItems = virtualizer.getVirtualItems();
  const items = virtualItems.flatMap(({ index, start }) => {
    const segment = segments[index];
    return segment ? [{ segment, index, top: start - scrollMargin }] : [];
  });
  const scrollOffset = virtualizer.scrollOffset ?? 0;
  const topItem = virtualItems.find(({ end }) => end > scrollOffset);

  return {
    segments,
    listRef,
    items,
    heightPx: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    /** The segment at the upper edge of the viewport. */
    topSegment: segments[topItem?.index ?? 0],
    nearEnd: (virtualizer.range?.endIndex ?? 0) >= segments.length - 1 - OVERSCAN_SEGMENTS,
    /** Scrolls a row, which may not be rendered yet, to the middle of the viewport. */
    scrollToRow: (row: number) => {
      const index = segmentIndexOf(segments, row);
      const measurement = virtualizer.measurementsCache[index];
      const segment = segments[index];
      if (!measurement || !segment) return;
      window.scrollTo(0, measurement.start + (row - segment.start) * rowHeightPx - window.innerHeight / 2);
    },
  };
}

export type WindowedSegments<Entry extends { date: string }> = ReturnType<typeof useWindowedSegments<Entry>>;

/** The items in range, and the item with the focus. */
export function withFocused(range: Range, focused: number): number[] {
  const virtualItems = defaultRangeExtractor(range);
  return virtualItems.includes(focused) || focused >= range.count
    ? virtualItems
    : [...virtualItems, focused].toSorted((a, b) => a - b);
}
