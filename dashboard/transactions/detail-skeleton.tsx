import { PageSection } from '../ui/page.tsx';
import { SkeletonBar } from '../ui/skeleton.tsx';

/** Placeholder of the transaction details while loading. */
export function DetailSkeleton() {
  return (
    <PageSection className="leaf-plain">
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="detail">
        <div>
          <SkeletonBar width="9rem" />
          <div className="banner banner-blank" />
          <div className="detail-amount">
            <SkeletonBar width="13rem" />
          </div>
          <dl className="facts">
            <dt>Wallet</dt>
            <dd>
              <SkeletonBar width="5rem" />
            </dd>
            <dt>Category</dt>
            <dd>
              <SkeletonBar width="4rem" />
            </dd>
          </dl>
        </div>
      </div>
    </PageSection>
  );
}
