const TEETH = 12;

/** The torn edge of a slip of paper, from left to right along the top and back along the bottom. */
function outline(): string {
  const edge = (y: number, tip: number) =>
    Array.from({ length: TEETH * 2 + 1 }, (_, at) => `${10 + at * 10},${at % 2 === 0 ? y : tip}`);
  return [...edge(14, 6), ...edge(326, 334).toReversed()].join(' ');
}

/** A blank slip of paper that stands where a receipt would be, and says why there is none. */
export function ReceiptPlaceholder({ words }: { words: string }) {
  return (
    <figure className="receipt">
      <svg viewBox="0 0 260 340" aria-hidden="true">
        <polygon points={outline()} fill="var(--surface)" stroke="var(--rule-strong)" />
        <path d="M38 62h184M38 96h184M38 130h184M38 222h184M38 256h184M158 290h64M158 294h64" stroke="var(--rule)" />
      </svg>
      <figcaption className="note">{words}</figcaption>
    </figure>
  );
}
