import { type RefObject, useRef, useState } from 'react';

/**
 * A state, its latest value, and its setter. An event that follows another one before the page is shown anew, such as
 * the end of a drag on a slow machine, reads the latest value, which the state lacks then.
 */
export function useLatestState<Value>(first: Value): [Value, Readonly<RefObject<Value>>, (next: Value) => void] {
  const [value, setValue] = useState(first);
  const latest = useRef(first);
  const set = (next: Value) => {
    latest.current = next;
    setValue(next);
  };
  return [value, latest, set];
}
