import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import type { Problem } from '#contract/problems.ts';
import { KeysOverlay } from '../keys/keys-overlay.tsx';
import { cache } from '../server/cache.ts';
import { confirmPaymentOfUser, fetchUser, hasPendingCheckout, useUserOrNull } from '../server/user.ts';
import { AsKnownControl } from '../shared/as-known/as-known-control.tsx';
import { AsKnownGate } from '../shared/as-known/as-known-gate.tsx';
import { useKnownInAddress } from '../shared/as-known/known-in-address.ts';
import { NewCategoryOverlay } from '../shared/categories/new-category.tsx';
import { EnterOverlay } from '../shared/enter/enter-overlay.tsx';
import { ExplainOverlay } from '../shared/explain/explain-overlay.tsx';
import { UndoDialogOverlay } from '../shared/undo/undo-overlay.tsx';
import { UndoShortcuts } from '../shared/undo/undo-shortcuts.tsx';
import { LoadError } from '../ui/loading.tsx';
import { MARGIN_RULE } from '../ui/margin-rule.ts';
import { OfflineNotice } from '../ui/offline-notice.tsx';
import { EveryPageTools } from '../ui/page.tsx';
import { noteVisitsThatEnd } from './note-visits.ts';
import { PaletteShortcut } from './palette-shortcut.tsx';
import { printOnWhite } from './print-on-white.ts';
import { Sidebar } from './sidebar.tsx';
import { syncUserWithOtherTabs } from './sync-user.ts';
import { TabBar } from './tab-bar.tsx';
import { TopBar } from './top-bar.tsx';

const PAGE = 'min-w-0 pt-10 pr-page-right pb-20 pl-page-left max-sm:pt-6 max-sm:pb-24 print:col-span-full print:py-0';

/** The double rule is between margin and content. */
const EDGE = '[--edge:calc(var(--page-left)+var(--margin-column)+var(--gutter)-2px)] max-md:before:hidden';

/** Custom properties of the content: `--indent` from the left, `--width`, and `--room` for large amounts. */
const ROOM = [
  '[--indent:calc(var(--margin-column)_+_var(--gutter)_*_2)] max-md:[--indent:0px] max-sm:[--sidebar:0px]',
  '[--width:min(var(--measure),100vw_-_var(--sidebar)_-_var(--page-left)_-_var(--page-right)_-_var(--indent)_-_1rem)]',
  '[--room:var(--width)]',
].join(' ');

/** Layout route of all screens that need a session: sidebar or top bar, and the page. Fetches the user on mount. */
export function AppLayout() {
  return (
    <QueryClientProvider client={cache}>
      <Layout />
    </QueryClientProvider>
  );
}

const SKIP_LINK = [
  'fixed top-3 left-3 z-30 rounded bg-accent px-4 py-[0.6rem] font-semibold text-accent-ink',
  'not-focus:pointer-events-none not-focus:[clip-path:inset(50%)]',
].join(' ');

function Layout() {
  const user = useUserOrNull();
  const [problem, setProblem] = useState<Problem | null>(null);
  const isCurrent = useKnownInAddress();

  async function load() {
    setProblem(null);
    const outcome = await fetchUser();
    if (!outcome.ok) setProblem(outcome.problem);
    else if (hasPendingCheckout(outcome.data)) await confirmPaymentOfUser();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per mount: at start and after login.
  useEffect(() => void load(), []);
  useEffect(syncUserWithOtherTabs, []);
  useEffect(noteVisitsThatEnd, []);
  useEffect(printOnWhite, []);

  return (
    <div className="mx-auto min-h-screen max-w-448 sm:grid sm:grid-cols-[var(--sidebar)_minmax(0,1fr)]">
      <a className={SKIP_LINK} href="#page">
        Skip to content
      </a>
      <Sidebar />
      <TopBar />
      <main id="page" tabIndex={-1} className={`${PAGE} ${MARGIN_RULE} ${EDGE} ${ROOM}`}>
        <OfflineNotice />
        {user && isCurrent && (
          <EveryPageTools value={<AsKnownControl className="max-sm:hidden" />}>
            <AsKnownGate>
              <Suspense fallback={null}>
                <Outlet />
              </Suspense>
            </AsKnownGate>
          </EveryPageTools>
        )}
        {!user && problem && <LoadError problem={problem} retry={load} />}
      </main>
      <TabBar />
      <PaletteShortcut />
      {user && <EnterOverlay />}
      {user && <KeysOverlay />}
      {user && <UndoShortcuts />}
      {user && <UndoDialogOverlay />}
      {user && <ExplainOverlay />}
      {user && <NewCategoryOverlay />}
    </div>
  );
}
