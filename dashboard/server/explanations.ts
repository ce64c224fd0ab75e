import type { ExplainedEntry, Explanation, SinceLastVisit, WhatChanged } from '../../contract/explain-calls.ts';
import { call } from './client.ts';
import { mapData } from './problem.ts';
import {
  cached,
  type InTime,
  inTime,
  keyAt,
  type Page,
  type PagedResource,
  pagedResource,
  type Resource,
} from './resource.ts';

const EXPLANATION = 'explanation';
const WHAT_CHANGED = 'what changed';

/** The first parts of the keys of what commands change. */
export const EXPLANATION_KEYS = [[EXPLANATION], [WHAT_CHANGED]] as const;

/** A page of the entries behind a figure, with how the figure is made up. */
export type ExplainedPage = Page<ExplainedEntry> & { explanation: Explanation };

/** How a figure is made up, and in pages the entries behind it, newest first. Takes its name in the API (product 5.9). */
export function explanationResource(figure: string): InTime<PagedResource<ExplainedEntry, ExplainedPage>> {
  return inTime((at) => {
    const resource: PagedResource<ExplainedEntry, ExplainedPage> = pagedResource(
      keyAt(at, EXPLANATION, figure),
      async (input) => {
        // Later pages are of the moment of the first, so that all of them add up.
        const revision = input.before === undefined ? undefined : cached(resource)?.explanation.revision;
        const moment = typeof revision === 'number' ? { known: String(revision) } : at;
        return mapData(await call('explain', { figure, ...input, ...moment }), (explanation) => ({
          rows: explanation.entries,
          next: explanation.next,
          explanation,
        }));
      },
      { rowsChange: true },
    );
    return resource;
  });
}

/** What led a figure from one moment to another (product 5.11). Each moment is a revision or an ISO instant. */
export function whatChangedResource(figure: string, from: string, to: string): Resource<WhatChanged> {
  return { key: [WHAT_CHANGED, figure, from, to], load: () => call('whatChanged', { figure, from, to }) };
}

/** What has changed since the last visit in what was known by then. Each call notes a visit (product 5.11). */
export const sinceLastVisitResource: Resource<SinceLastVisit['since']> = {
  key: ['since last visit'],
  load: async () => mapData(await call('sinceLastVisit'), ({ since }) => since),
};
