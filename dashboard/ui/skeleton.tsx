/** Placeholder for a text. `width` is a CSS length. */
export function SkeletonBar({ width }: { width: string }) {
  return <span className="skeleton" style={{ width }} />;
}
