import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useKnown } from '../../browser-state/known.ts';
import { reportQuery } from '../../server/report-queries.ts';
import { useUser } from '../../server/user.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { drawingOf } from './drawings.ts';
import { fillOf, Patterns, strokeOf } from './pattern.tsx';
import { inputOf, type ShownQuestion } from './question.ts';

const WIDTH_PX = 480;
const SHOWN_WIDTH_PX = 120;
const SHOWN_HEIGHT_PX = 76;
const NOTHING = new Set<string | null>();

/** The picture of a report, small and without words; it asks for its amounts once it is seen. */
export function SmallPicture({ question }: { question: ShownQuestion }) {
  const prefix = useId();
  const { ref, isSeen } = useSeen();
  const known = useKnown();
  const { currency } = useUser();
  const today = useToday();
  const { data } = useQuery({ ...reportQuery(inputOf(question), known), enabled: isSeen });
  const picture = question.picture === 'table' ? 'bars' : question.picture;
  const drawing =
    data &&
    drawingOf(picture, {
      ...{ report: data, hidden: NOTHING, widthPx: WIDTH_PX, axisPx: 0, currency, today, short: () => '' },
    });
  return (
    <div ref={ref} className="h-19 w-30 flex-none" aria-hidden="true">
      {drawing && (
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${WIDTH_PX} ${drawing.heightPx}`}
          width={SHOWN_WIDTH_PX}
          height={SHOWN_HEIGHT_PX}
          preserveAspectRatio="none"
        >
          <Patterns prefix={prefix} />
          {drawing.lines
            .filter(({ kind }) => kind !== 'average')
            .map(({ path, kind, pattern }) => (
              <path
                key={`${kind} ${path}`}
                d={path}
                fill={kind === 'band' ? strokeOf(pattern) : 'none'}
                fillOpacity={0.3}
                stroke={kind === 'band' ? 'none' : kind === 'series' ? strokeOf(pattern) : 'var(--rule-strong)'}
                strokeWidth={4}
              />
            ))}
          {drawing.marks.map(({ id, path, pattern, heat }) => (
            <path
              key={id}
              d={path}
              fill={pattern === null ? 'none' : heat === undefined ? fillOf(prefix, pattern) : strokeOf(pattern)}
              fillOpacity={heat ?? 1}
              stroke={pattern === null ? 'var(--ink-muted)' : 'none'}
            />
          ))}
        </svg>
      )}
    </div>
  );
}

/** Whether an element has been in view. */
function useSeen() {
  const ref = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || isSeen) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isSeen]);
  return { ref, isSeen };
}
