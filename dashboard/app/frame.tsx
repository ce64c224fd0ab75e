import { Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import type { Problem } from '../../contract/problems.ts';
import { awaitsPayment, confirmPayment, fetchUser, useKnownUser } from '../store/user.ts';
import { ConnectionNote } from '../ui/connection-note.tsx';
import { Failure } from '../ui/failure.tsx';
import { Palette } from './palette-key.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

/** What stands around every room: the contents at the left, or a bar with a menu, and the page. */
export function Frame() {
  const user = useKnownUser();
  const [problem, setProblem] = useState<Problem | null>(null);

  async function fetch() {
    setProblem(null);
    const outcome = await fetchUser();
    if (!outcome.ok) setProblem(outcome.problem);
    else if (awaitsPayment(outcome.data)) await confirmPayment();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the application starts or somebody logs in.
  useEffect(() => void fetch(), []);

  return (
    <div className="frame">
      <a className="skip-link" href="#page">
        Skip to content
      </a>
      <Sidebar />
      <TopBar />
      <main id="page" tabIndex={-1} className="page">
        <ConnectionNote />
        {user && (
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
        )}
        {!user && problem && <Failure problem={problem} retry={fetch} />}
      </main>
      <Palette />
    </div>
  );
}
