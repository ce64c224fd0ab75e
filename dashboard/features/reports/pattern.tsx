/** The patterns of series: a colour each, and a drawing, so that nothing is said by colour alone. At most twelve. */
const COLOURS = ['1', '2', '3', '4', '5'].map((number) => `var(--chart-${number})`);
const DRAWINGS = ['solid', 'hatch', 'dots'] as const;
type Drawing = (typeof DRAWINGS)[number];

export const PATTERNS_MAX = 12;

const looks = Array.from({ length: PATTERNS_MAX }, (_, place) => ({
  colour: COLOURS[place % COLOURS.length] ?? 'var(--ink)',
  drawing: DRAWINGS[Math.floor(place / COLOURS.length) % DRAWINGS.length] ?? 'solid',
}));

const TILE_PX = 8;

/** The id of a pattern in a drawing whose ids begin with `prefix`. */
const idOf = (prefix: string, place: number) => `${prefix}-${place % PATTERNS_MAX}`;

/** The fill of the series at a place. */
export const fillOf = (prefix: string, place: number): string => `url(#${idOf(prefix, place)})`;

/** The stroke of the series at a place. */
export const strokeOf = (place: number): string => looks[place % PATTERNS_MAX]?.colour ?? 'var(--ink)';

const DASHES = { solid: undefined, hatch: '8 3', dots: '2 3' } as const;

/** The dashes of the line of the series at a place. */
export const dashesOf = (place: number): string | undefined => DASHES[looks[place % PATTERNS_MAX]?.drawing ?? 'solid'];

/** The patterns of a drawing. */
export function Patterns({ prefix }: { prefix: string }) {
  return (
    <defs>
      {looks.map(({ colour, drawing }, place) => (
        <pattern
          key={idOf(prefix, place)}
          id={idOf(prefix, place)}
          width={TILE_PX}
          height={TILE_PX}
          patternUnits="userSpaceOnUse"
          patternTransform={drawing === 'hatch' ? 'rotate(45)' : undefined}
        >
          <Tile colour={colour} drawing={drawing} />
        </pattern>
      ))}
    </defs>
  );
}

function Tile({ colour, drawing }: { colour: string; drawing: Drawing }) {
  const ground = <rect width={TILE_PX} height={TILE_PX} fill={colour} opacity={drawing === 'solid' ? 1 : 0.25} />;
  return (
    <>
      {ground}
      {drawing === 'hatch' && <rect width={TILE_PX / 2.5} height={TILE_PX} fill={colour} />}
      {drawing === 'dots' && <circle cx={TILE_PX / 2} cy={TILE_PX / 2} r={2.2} fill={colour} />}
    </>
  );
}

/** The pattern of a series beside its name. */
export function Swatch({ prefix, place }: { prefix: string; place: number }) {
  return (
    <svg width={14} height={14} aria-hidden="true" className="flex-none">
      <rect width={14} height={14} fill={fillOf(prefix, place)} stroke={strokeOf(place)} />
    </svg>
  );
}
