import type { ReactNode } from 'react';
import { SkeletonBar } from './loading.tsx';
import { PageSection } from './page.tsx';

/** It takes no room, so that nothing moves when it goes. It is seen after half a second. */
const WAITING = 'h-0 opacity-0 animate-[appear_var(--base)_0.5s_var(--ease)_forwards]';
const BAR_WIDTHS = ['11rem', '16rem', '9rem', '14rem'];

/** Parts of a screen that are shown together once it is steady (see `useSteady`). They keep their room before. */
export function Steady({ isSteady, children }: { isSteady: boolean; children: ReactNode }) {
  return (
    <>
      {!isSteady && (
        <div aria-hidden="true" className={WAITING}>
          <PageSection kind="plain">
            {BAR_WIDTHS.map((width) => (
              <p key={width} className="flex h-row items-center border-b border-rule">
                <SkeletonBar width={width} />
              </p>
            ))}
          </PageSection>
        </div>
      )}
      <div className={isSteady ? 'contents' : 'invisible contents'}>{children}</div>
    </>
  );
}
