import { useEffect, useState } from 'react';

/** Returns a value once it has stayed the same for a time in milliseconds; until then the value before. */
export function useSettled<Value>(value: Value, timeMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), timeMs);
    return () => clearTimeout(timer);
  }, [value, timeMs]);
  return settled;
}
