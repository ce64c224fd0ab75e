import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * Heading of the selected goal. Selecting a goal moves the focus here; on narrow screens, where it is below the list,
 * it also scrolls here.
 */
export function GoalTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const navigationType = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every navigation, also to the same goal.
  useEffect(() => {
    if (navigationType === 'POP' || !title.current) return;
    title.current.focus({ preventScroll: true });
    if (title.current.getBoundingClientRect().top > window.innerHeight / 2) title.current.scrollIntoView();
  }, [key, navigationType]);
  return (
    <h2 ref={title} tabIndex={-1} className="goal-title">
      {children}
    </h2>
  );
}
