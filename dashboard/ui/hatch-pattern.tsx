import { PatternLines } from '@visx/pattern';

const LINE_WIDTH_PX = 2;
/** Diagonal lines in a tile of this size are TILE_SIZE_PX / √2 = 6 px apart. */
const TILE_SIZE_PX = 6 * Math.SQRT2;

/** SVG pattern of the expense, so that it differs from income without color. */
export function HatchPattern({ id }: { id: string }) {
  return (
    <PatternLines
      id={id}
      width={TILE_SIZE_PX}
      height={TILE_SIZE_PX}
      orientation={['diagonal']}
      stroke="var(--chart-2)"
      strokeWidth={LINE_WIDTH_PX}
      background="var(--expense-wash)"
    />
  );
}
