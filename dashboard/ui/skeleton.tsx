/** A bar that stands for words on their way; `width` as CSS has it. */
export function Bar({ width }: { width: string }) {
  return <span className="skeleton" style={{ width }} />;
}
