const TEETH_COUNT = 12;

/** SVG points of a receipt with zigzag edges at top and bottom. */
function outlinePoints(): string {
  const edge = (y: number, tipY: number) =>
    Array.from({ length: TEETH_COUNT * 2 + 1 }, (_, index) => `${10 + index * 10},${index % 2 === 0 ? y : tipY}`);
  return [...edge(14, 6), ...edge(326, 334).toReversed()].join(' ');
}

/** Drawing of an empty receipt with a text that says why there is none. */
export function ReceiptPlaceholder({ text }: { text: string }) {
  return (
    <figure className="receipt">
      <svg viewBox="0 0 260 340" aria-hidden="true">
        <polygon points={outlinePoints()} fill="var(--surface)" stroke="var(--rule-strong)" />
        <path d="M38 62h184M38 96h184M38 130h184M38 222h184M38 256h184M158 290h64M158 294h64" stroke="var(--rule)" />
      </svg>
      <figcaption className="note">{text}</figcaption>
    </figure>
  );
}
