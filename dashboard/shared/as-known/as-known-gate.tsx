import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useKnown } from '../../browser-state/known.ts';
import { userQuery } from '../../server/user.ts';
import { LoadError, SkeletonBar } from '../../ui/loading.tsx';
import { PageSection } from '../../ui/page.tsx';
import { Banner } from './banner.tsx';
import { instantQuery } from './moment.ts';

/** Renders screens as of the moment that is set, below a banner, once the user as of that moment is loaded. */
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
  const user = useQuery(userQuery(known));
  const instant = useQuery(instantQuery(known));
  const failed = user.isLoadingError ? user : instant.isLoadingError ? instant : null;
  return (
    <>
      <Banner instant={instant.data ?? null} />
      {failed ? (
        <PageSection kind="plain">
          <LoadError
            problem={{ ...failed.error.problem, ...momentDetail(failed.error.problem) }}
            retry={failed.refetch}
          />
        </PageSection>
      ) : user.data && instant.data !== undefined ? (
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

/** Detail of a problem with the moment itself, in the API's words; empty for any other problem. */
function momentDetail({ errors }: { errors?: Record<string, string> | undefined }): { detail?: string } {
  return errors?.known === undefined ? {} : { detail: errors.known };
}
