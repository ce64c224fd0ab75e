import { create } from 'zustand';
import type { StatisticsResponse } from '../../contract/statistics-calls.ts';
import { call } from './client.ts';
import { LOADING, type Loadable } from './loadable.ts';

type StatisticsState = { version: number; figures: Loadable<StatisticsResponse> };

/** Store of the statistics. An increment of `version` means that they must be fetched again. */
export const useStatistics = create<StatisticsState>(() => ({ version: 0, figures: LOADING }));

/** Clears the statistics, after a change of the transactions or for another user. */
export function resetStatistics(): void {
  useStatistics.setState(({ version }) => ({ version: version + 1, figures: LOADING }));
}

/** Fetches the statistics. Loaded ones stay visible during the fetch and after a failure. */
export async function fetchStatistics(): Promise<void> {
  const { version: startVersion, figures } = useStatistics.getState();
  if (figures.state === 'failed') useStatistics.setState({ figures: LOADING });
  const outcome = await call('getStatistics');
  const current = useStatistics.getState();
  if (startVersion !== current.version) return;
  if (outcome.ok) useStatistics.setState({ figures: { state: 'ready', value: outcome.data } });
  else if (current.figures.state !== 'ready') {
    useStatistics.setState({ figures: { state: 'failed', problem: outcome.problem } });
  }
}
