import type { StatisticsResponse } from '../../contract/statistics-calls.ts';
import type { Loadable } from '../store/loadable.ts';
import { InfoCard } from '../ui/info-card.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { PageSection } from '../ui/page.tsx';
import { PeriodChart } from './period-chart.tsx';
import { PERIODS } from './periods.ts';

type Props = { figures: Loadable<StatisticsResponse>; retry?: () => void };

/** Charts of the current week, month and year. */
export function PeriodCharts({ figures, retry = () => undefined }: Props) {
  return (
    <PageSection
      margin={
        <div className="noted">
          <h2 className="note">Income and expense by week / month / year</h2>
          <InfoCard label="About these figures">
            <p>This is calculated based on the transactions that you have made.</p>
          </InfoCard>
        </div>
      }
    >
      {figures.state === 'failed' ? (
        <LoadError problem={figures.problem} retry={retry} />
      ) : (
        <div className="periods">
          {figures.state === 'loading' && (
            <p role="status" className="periods-status">
              Data loading...
            </p>
          )}
          {PERIODS.map((period) => (
            <PeriodChart
              key={period}
              period={period}
              figures={figures.state === 'ready' ? figures.value[period] : null}
            />
          ))}
        </div>
      )}
    </PageSection>
  );
}
