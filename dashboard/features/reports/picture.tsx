import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { ReportAnswer, ReportPicture } from '#contract/report-calls.ts';
import { useUser } from '../../server/user.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { useExplain } from '../../shared/explain/figure-in-address.ts';
import { axisLabel } from '../../ui/money.ts';
import { MoneyAxis, moneyAxisWidth } from '../../ui/money-axis.tsx';
import { useWidth } from '../../ui/use-width.ts';
import { type Drawing, type ReportMark, roundTicks } from './drawing-parts.ts';
import { drawingOf, markBeside } from './drawings.ts';
import { dashesOf, fillOf, Patterns, strokeOf } from './pattern.tsx';
import { shortWords } from './words.ts';

type Props = {
  report: ReportAnswer;
  picture: ReportPicture;
  /** The question as a sentence, which names the picture. */
  sentence: string;
  hidden: ReadonlySet<string | null>;
  prefix: string;
  svg: RefObject<SVGSVGElement | null>;
  /** Opens the rows of the others. */
  onOthers: () => void;
};

/** The picture of a report: each mark is a button that explains its figure (product 9.28). */
export function ReportDrawing({ report, picture, hidden, ...props }: Props) {
  const { currency } = useUser();
  const today = useToday();
  const amounts = [
    ...report.totals.cells,
    ...(report.totals.beforeCells ?? []),
    ...report.rows.map(({ total }) => total),
  ];
  const short = (at: number) => shortWords(report.columns[at]?.label ?? '', at === 0);
  return (
    <DrawnPicture
      {...props}
      amounts={amounts}
      draw={(room) => drawingOf(picture, { report, hidden, ...room, currency, today, short })}
    />
  );
}

type DrawnProps = Pick<Props, 'sentence' | 'prefix' | 'svg' | 'onOthers'> & {
  /** The amounts of its axis. */
  amounts: readonly number[];
  draw: (room: { widthPx: number; axisPx: number }) => Drawing | null;
};

/** A drawing at the width that there is. */
export function DrawnPicture({ sentence, amounts, draw, onOthers, ...props }: DrawnProps) {
  const { currency } = useUser();
  const explain = useExplain();
  const { ref, width } = useWidth<HTMLFieldSetElement>();
  const [least, most] = [Math.min(0, ...amounts), Math.max(0, ...amounts)];
  const label = axisLabel(roundTicks(least, most), currency);
  const axisPx = moneyAxisWidth([label(most), label(least)]);
  const drawing = width === 0 ? null : draw({ widthPx: width, axisPx });
  const [focused, focus] = useState<string | null>(null);
  const open = ({ figure }: ReportMark) => (figure === null ? onOthers() : explain(figure));
  return (
    <fieldset ref={ref} aria-label={`Picture: ${sentence}`} className="min-h-75 min-w-0">
      {drawing && (
        <Svg {...{ drawing, label, width, focused, open, axisPx, ...props }} onFocus={({ id }) => focus(id)} />
      )}
    </fieldset>
  );
}

type SvgProps = {
  drawing: Drawing;
  label: (tick: number) => string;
  prefix: string;
  width: number;
  axisPx: number;
  svg: RefObject<SVGSVGElement | null>;
  focused: string | null;
  onFocus: (mark: ReportMark) => void;
  open: (mark: ReportMark) => void;
};

const LABEL = 'fill-ink-muted font-ui text-micro normal-nums';

function Svg({ drawing, label, prefix, width, axisPx, svg, focused, onFocus, open }: SvgProps) {
  const { marks, heightPx, ticks, labels, lines } = drawing;
  const stop = marks.find(({ id }) => id === focused) ?? marks[0];
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the group around it has the name, and each mark has its own.
    <svg
      ref={svg}
      width={width}
      height={heightPx}
      viewBox={`0 0 ${width} ${heightPx}`}
      className="block overflow-visible print:h-auto print:max-w-full"
    >
      <Patterns prefix={prefix} />
      <MoneyAxis
        scale={(amount) => ticks.find((tick) => tick.amount === amount)?.y ?? 0}
        ticks={ticks.map(({ amount }) => amount)}
        label={label}
        left={axisPx}
        right={width}
      />
      {labels.map(({ text, x, y, anchor }) => (
        <text key={`${text} ${x} ${y}`} x={x} y={y} textAnchor={anchor ?? 'middle'} className={LABEL}>
          {text}
        </text>
      ))}
      {lines.map((line) => (
        <path key={`${line.kind} ${line.path}`} d={line.path} {...lookOf(line)} />
      ))}
      {marks.map((mark) => (
        <MarkButton
          key={mark.id}
          mark={mark}
          prefix={prefix}
          isStop={mark === stop}
          onFocus={() => onFocus(mark)}
          onOpen={() => open(mark)}
          onMove={(key, element) => {
            const next = markBeside(marks, mark, key);
            const place = marks.indexOf(next);
            element.parentElement?.querySelectorAll<SVGElement>('[data-mark]')[place]?.focus();
          }}
        />
      ))}
    </svg>
  );
}

/** How strong the bands of a flow are. */
const BAND = 0.3;

function lookOf({ kind, pattern }: Drawing['lines'][number]) {
  switch (kind) {
    case 'band':
      return { fill: strokeOf(pattern), fillOpacity: BAND };
    case 'axis':
      return { fill: 'none', stroke: 'var(--rule-strong)' };
    case 'average':
      return { fill: 'none', stroke: 'var(--ink-muted)', strokeDasharray: '2 4' };
    case 'total':
      return { fill: 'none', stroke: 'var(--ink)', strokeWidth: 1.5 };
    case 'before':
      return { fill: 'none', stroke: 'var(--ink-muted)', strokeDasharray: '7 4', strokeWidth: 1.5 };
    default:
      return { fill: 'none', stroke: strokeOf(pattern), strokeWidth: 2, strokeDasharray: dashesOf(pattern) };
  }
}

const MARK = [
  'cursor-pointer outline-none transition-opacity hover:opacity-80',
  'focus-visible:stroke-focus focus-visible:[stroke-width:3]',
].join(' ');

const MOVES = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];
/** The least and the most strength of a colour of heat. */
const HEAT_MIN = 0.06;
const LIGHT = 0.55;

type MarkProps = {
  mark: ReportMark;
  prefix: string;
  isStop: boolean;
  onFocus: () => void;
  onOpen: () => void;
  onMove: (key: string, element: SVGPathElement) => void;
};

function MarkButton({ mark, prefix, isStop, onFocus, onOpen, onMove }: MarkProps) {
  const { words, path, figure, pattern, heat, isLight } = mark;
  const name = figure === null ? `${words}; show these rows` : `Explain ${words}`;

  function onKeyDown(event: KeyboardEvent<SVGPathElement>) {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onOpen();
    } else if (MOVES.includes(event.key) && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      onMove(event.key, event.currentTarget);
    }
  }

  const fill =
    pattern === null ? 'var(--background)' : heat === undefined ? fillOf(prefix, pattern) : strokeOf(pattern);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a mark of a drawing can't be a button of HTML.
    <path
      d={path}
      role="button"
      tabIndex={isStop ? 0 : -1}
      data-mark
      data-figure={figure ?? 'others'}
      aria-label={name}
      aria-haspopup={figure === null ? undefined : 'dialog'}
      className={MARK}
      fill={fill}
      fillOpacity={heat === undefined ? 1 : Math.max(heat, HEAT_MIN)}
      stroke={pattern === null ? 'var(--ink-muted)' : heat === undefined ? strokeOf(pattern) : 'none'}
      strokeDasharray={pattern === null ? '4 3' : undefined}
      opacity={isLight ? LIGHT : 1}
      onFocus={onFocus}
      onClick={onOpen}
      onKeyDown={onKeyDown}
    >
      <title>{words}</title>
    </path>
  );
}
