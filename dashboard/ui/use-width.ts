import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns a ref and the width of its element in pixels, 0 before the first layout. Charts draw at that width instead of
 * scaling, so that text keeps its size.
 */
export function useWidth<Element extends HTMLElement>() {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
