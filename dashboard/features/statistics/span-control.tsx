import type { FigureSpan } from '#contract/figure.ts';
import { useUser, weekStartOf } from '../../server/user.ts';
import { spanWords } from '../../shared/explain/figure-words.ts';
import { IconButton } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { ArrowRightIcon } from '../../ui/icons.tsx';
import { SPAN_PERIODS, spanAround, spanBeside } from './chosen-span.ts';

type Props = { span: FigureSpan; today: string; onChoose: (span: FigureSpan) => void };

/** Control for a week, month, year or range: its kind, its days, and steps to the span before and after. */
export function SpanControl({ span, today, onChoose }: Props) {
  const weekStart = weekStartOf(useUser());
  function choosePeriod(period: FigureSpan['period']) {
    if (period === 'range') onChoose({ ...span, period });
    else onChoose(spanAround(period, span.from <= today && today <= span.to ? today : span.from, weekStart));
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
      <Choices
        legend="Period"
        choices={SPAN_PERIODS.map((value) => ({ value, label: <span className="capitalize">{value}</span> }))}
        chosen={span.period}
        onChoose={choosePeriod}
      />
      <div className="-mr-3 flex items-center gap-1 max-sm:-ml-3">
        <Step span={spanBeside(span, -1)} label={`The ${span.period} before`} onChoose={onChoose} flipped />
        <p role="status" className="min-w-40 text-center font-semibold">
          {spanWords(span)}
        </p>
        <Step span={spanBeside(span, 1)} label={`The ${span.period} after`} onChoose={onChoose} />
      </div>
      {span.period === 'range' && <Days span={span} onChoose={onChoose} />}
    </div>
  );
}

type StepProps = Pick<Props, 'onChoose'> & { span: FigureSpan | null; label: string; flipped?: boolean };

const STEP = [
  'text-ink-muted transition-[color]',
  'hover:text-ink disabled:cursor-not-allowed disabled:opacity-50 data-flipped:rotate-180',
].join(' ');

function Step({ span, label, onChoose, flipped = false }: StepProps) {
  return (
    <IconButton
      className={STEP}
      data-flipped={flipped || undefined}
      aria-label={label}
      disabled={span === null}
      onClick={() => span && onChoose(span)}
    >
      <ArrowRightIcon />
    </IconButton>
  );
}

/** Fields for the first and the last day of a range. A change of one moves the other where they would cross. */
function Days({ span: { period, from, to }, onChoose }: Pick<Props, 'span' | 'onChoose'>) {
  return (
    <div className="grid w-full grid-cols-2 gap-x-5 sm:max-w-96">
      <DayField label="From" day={from} onChoose={(day) => onChoose({ period, from: day, to: day > to ? day : to })} />
      <DayField label="To" day={to} onChoose={(day) => onChoose({ period, from: day < from ? day : from, to: day })} />
    </div>
  );
}
