import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** The selected goal's name. Selecting a goal moves the focus here; where it stands below the list, also the page. */
export function GoalTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const came = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every arrival counts, also one on the same goal.
  useEffect(() => {
    if (came === 'POP' || !title.current) return;
    title.current.focus({ preventScroll: true });
    if (title.current.getBoundingClientRect().top > window.innerHeight / 2) title.current.scrollIntoView();
  }, [key, came]);
  return (
    <h2 ref={title} tabIndex={-1} className="goal-title">
      {children}
    </h2>
  );
}
