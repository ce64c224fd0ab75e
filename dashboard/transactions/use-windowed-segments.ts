import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { type PlacedSegment, segmentIndexOf } from './segments.ts';

/** Segments drawn beyond either edge of the window. */
const OVERSCAN = 4;

/** A row's height in pixels, as the styles have it for this width. */
function rowHeight(): number {
  const root = getComputedStyle(document.documentElement);
  return Number.parseFloat(root.getPropertyValue('--row')) * Number.parseFloat(root.fontSize);
}

/**
 * Says which segments are near the window and where they stand. The one that holds the focused row is always drawn, so
 * that the focus is never lost by scrolling.
 */
export function useWindowedSegments<One extends PlacedSegment>(segments: readonly One[], focusedRow: number) {
  const list = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(Math.round(top + window.scrollY));
  }, []);

  const height = rowHeight();
  const virtualizer = useWindowVirtualizer({
    count: segments.length,
    estimateSize: (index) => {
      const segment = segments[index];
      return height * ((segment?.rows.length ?? 0) + (segment?.startsMonth ? 1 : 0));
    },
    getItemKey: (index) => segments[index]?.start ?? index,
    overscan: OVERSCAN,
    scrollMargin,
    rangeExtractor: (range) => withFocused(range, segmentIndexOf(segments, focusedRow)),
  });

  const near = virtualizer.getVirtualItems();
  const items = near.flatMap(({ index, start }) => {
    const segment = segments[index];
    return segment ? [{ segment, index, top: start - scrollMargin }] : [];
  });
  const scrolled = virtualizer.scrollOffset ?? 0;
  const topmost = near.find(({ end }) => end > scrolled);

  return {
    list,
    items,
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    /** The segment that stands at the window's upper edge. */
    topmost: segments[topmost?.index ?? 0],
    atEnd: (virtualizer.range?.endIndex ?? 0) >= segments.length - 1 - OVERSCAN,
    /** Scrolls so that this row, which may not be drawn yet, comes to stand in the middle of the window. */
    reveal: (row: number) => {
      const index = segmentIndexOf(segments, row);
      const place = virtualizer.measurementsCache[index];
      const segment = segments[index];
      if (!place || !segment) return;
      window.scrollTo(0, place.start + (row - segment.start) * height - window.innerHeight / 2);
    },
  };
}

function withFocused(range: Range, focused: number): number[] {
  const near = defaultRangeExtractor(range);
  return near.includes(focused) || focused >= range.count ? near : [...near, focused].toSorted((a, b) => a - b);
}
