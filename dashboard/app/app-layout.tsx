import { Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import type { Problem } from '../../contract/problems.ts';
import { confirmPayment, fetchUser, hasPendingCheckout, useUserOrNull } from '../server/user.ts';
import { LoadError } from '../ui/loading.tsx';
import { OfflineNotice } from '../ui/offline-notice.tsx';
import { PaletteShortcut } from './palette-shortcut.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

/** Layout route of all screens that need a session: sidebar or top bar, and the page. Fetches the user on mount. */
export function AppLayout() {
  const user = useUserOrNull();
  const [problem, setProblem] = useState<Problem | null>(null);

  async function load() {
    setProblem(null);
    const outcome = await fetchUser();
    if (!outcome.ok) setProblem(outcome.problem);
    else if (hasPendingCheckout(outcome.data)) await confirmPayment();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per mount, which is at application start and after login.
  useEffect(() => void load(), []);

  return (
    <div className="min-h-screen sm:grid sm:grid-cols-[var(--sidebar)_minmax(0,1fr)]">
      <a
        className="fixed top-3 left-3 z-30 rounded bg-accent px-4 py-[0.6rem] font-semibold text-accent-ink not-focus:pointer-events-none not-focus:[clip-path:inset(50%)]"
        href="#page"
      >
        Skip to content
      </a>
      <Sidebar />
      <TopBar />
      <main id="page" tabIndex={-1} className="page">
        <OfflineNotice />
        {user && (
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
        )}
        {!user && problem && <LoadError problem={problem} retry={load} />}
      </main>
      <PaletteShortcut />
    </div>
  );
}
