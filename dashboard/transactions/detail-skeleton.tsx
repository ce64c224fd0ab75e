import { PageSection } from '../ui/page.tsx';
import { Bar } from '../ui/skeleton.tsx';

/** Stands for a transaction on its way. */
export function DetailSkeleton() {
  return (
    <PageSection className="leaf-plain">
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="detail">
        <div>
          <Bar width="9rem" />
          <div className="banner banner-blank" />
          <div className="detail-amount">
            <Bar width="13rem" />
          </div>
          <dl className="facts">
            <dt>Wallet</dt>
            <dd>
              <Bar width="5rem" />
            </dd>
            <dt>Category</dt>
            <dd>
              <Bar width="4rem" />
            </dd>
          </dl>
        </div>
      </div>
    </PageSection>
  );
}
