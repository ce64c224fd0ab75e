import { PatternLines } from '@visx/pattern';

const LINE = 2;
/** From one line to the next, along the tile's edge, which the lines cross at 45°. */
const TILE = 6 * Math.SQRT2;

/** The hatch of an expense, which can be told from income without its colour. */
export function Hatch({ id }: { id: string }) {
  return (
    <PatternLines
      id={id}
      width={TILE}
      height={TILE}
      orientation={['diagonal']}
      stroke="var(--chart-2)"
      strokeWidth={LINE}
      background="var(--expense-wash)"
    />
  );
}
