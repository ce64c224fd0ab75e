import { create } from 'zustand';
import type { StatisticsResponse } from '../../contract/statistics.ts';
import { call } from '../api-client/client.ts';
import { LOADING, type Loadable } from './loadable.ts';

type Figures = { edition: number; figures: Loadable<StatisticsResponse> };

/** Income and expense of this week, month and year. A new `edition` means that they have to be fetched. */
export const useStatistics = create<Figures>(() => ({ edition: 0, figures: LOADING }));

/** Forgets them, because a transaction came or went, or for another user. */
export function resetStatistics(): void {
  useStatistics.setState(({ edition }) => ({ edition: edition + 1, figures: LOADING }));
}

/** Fetches them. What is already here stays on the screen meanwhile, and if the fetch fails. */
export async function fetchStatistics(): Promise<void> {
  const { edition: asked, figures } = useStatistics.getState();
  if (figures.state === 'failed') useStatistics.setState({ figures: LOADING });
  const outcome = await call('getStatistics');
  const now = useStatistics.getState();
  if (asked !== now.edition) return;
  if (outcome.ok) useStatistics.setState({ figures: { state: 'ready', value: outcome.data } });
  else if (now.figures.state !== 'ready') {
    useStatistics.setState({ figures: { state: 'failed', problem: outcome.problem } });
  }
}
