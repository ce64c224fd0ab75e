import type { ReactNode } from 'react';
import { useKnown } from '../browser-state/known.ts';
import { useResource } from '../server/resource.ts';
import { userResource } from '../server/user.ts';
import { LoadError, SkeletonBar } from '../ui/loading.tsx';
import { PageSection } from '../ui/page.tsx';
import { Banner } from './banner.tsx';
import { instantResource } from './moment.ts';

/** Screens as of the moment that is set: below a banner, and when the user of then is there. */
export function AsKnownGate({ children }: { children: ReactNode }) {
  const known = useKnown();
  return known === null ? (
    children
  ) : (
    <Past key={known} known={known}>
      {children}
    </Past>
  );
}

function Past({ known, children }: { known: string; children: ReactNode }) {
  const user = useResource(userResource.asKnown(known));
  const instant = useResource(instantResource(known));
  const failed = [user, instant].find((one) => one.state === 'failed');
  return (
    <>
      <Banner instant={instant.state === 'ready' ? instant.value : null} />
      {failed?.state === 'failed' ? (
        <PageSection kind="plain">
          <LoadError problem={{ ...failed.problem, ...saidOf(failed.problem) }} retry={failed.retry} />
        </PageSection>
      ) : user.state === 'ready' && instant.state === 'ready' ? (
        children
      ) : (
        <PageSection kind="plain">
          <p role="status" className="sr-only">
            Loading
          </p>
          <SkeletonBar width="14rem" />
        </PageSection>
      )}
    </>
  );
}

/** What the API says about the moment itself, where it is what is wrong. */
function saidOf({ errors }: { errors?: Record<string, string> | undefined }): { detail?: string } {
  return errors?.known === undefined ? {} : { detail: errors.known };
}
