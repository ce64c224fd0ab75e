/** An iterator, and the value that it has come to. Of equal values the earlier source's, by `place`, is first. */
type Head<Value> = { value: Value; place: number; rest: Iterator<Value> };

/**
 * The values of several sources, each in order, in one order: takes no more of a source than it gives, so that nobody
 * has to hold what nobody asks for.
 */
export function* mergedOccurrences<Value>(
  sources: readonly Iterable<Value>[],
  compare: (one: Value, other: Value) => number,
): Generator<Value> {
  const heap: Head<Value>[] = [];
  const isBefore = (one: Head<Value>, other: Head<Value>) => {
    const order = compare(one.value, other.value);
    return order < 0 || (order === 0 && one.place < other.place);
  };
  /** Puts a head where `at` is free, below what precedes it. */
  const sink = (head: Head<Value>, at: number) => {
    for (;;) {
      const left = 2 * at + 1;
      const [first, second] = [heap[left], heap[left + 1]];
      const next = first && second && isBefore(second, first) ? left + 1 : left;
      const below = heap[next];
      if (!below || !isBefore(below, head)) break;
      heap[at] = below;
      at = next;
    }
    heap[at] = head;
  };
  for (const [place, source] of sources.entries()) {
    const rest = source[Symbol.iterator]();
    const { value, done } = rest.next();
    if (!done) heap.push({ value, place, rest });
  }
  for (let at = Math.floor(heap.length / 2) - 1; at >= 0; at -= 1) sink(heap[at] as Head<Value>, at);
  for (let [top] = heap; top; [top] = heap) {
    yield top.value;
    const { value, done } = top.rest.next();
    if (!done) sink({ ...top, value }, 0);
    else {
      const last = heap.pop() as Head<Value>;
      if (heap.length > 0) sink(last, 0);
    }
  }
}
