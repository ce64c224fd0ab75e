import { join } from 'node:path';
import type { Rolldown } from 'vite';

const FIRST_SCREEN = ['app/app-layout.tsx', 'features/overview/overview.tsx'];
const LOGIN = ['features/login/login.tsx'];
/** The chart of Overview, which loads after its figures. */
const CHART = ['features/overview/balance-chart.tsx'];
/** The rows of Overview below the chart, which load after its figures, too. */
const OVERVIEW_FACTS = ['features/overview/overview-facts.tsx', 'features/overview/demo-tasks.tsx'];
/** The library of forms, and the fields for it: else the register screen would load all that dialogs share. */
const FORMS = /\/node_modules\/react-hook-form\/|\/dashboard\/ui\/(?:form|registered-fields)\.tsx?$/;

/**
 * Groups of modules that become one file each, so that a screen needs few requests: modules that every screen loads,
 * modules that the login screen and the Overview both add, modules that one of them adds, the library of forms, modules
 * of the Overview's chart, of the rows below it, and modules that at least three chunks share. All others stay in files
 * of their own. Takes the dashboard's folder.
 */
export function chunkGroups(root: string): Rolldown.CodeSplittingGroup[] {
  const neededBy = (files: readonly string[]) => {
    let needed: Set<string> | undefined;
    return (id: string, modules: Rolldown.ChunkingContext): boolean => {
      needed ??= withImports(
        files.map((file) => join(root, file)),
        modules,
      );
      return needed.has(id);
    };
  };
  const isOfOverview = neededBy(FIRST_SCREEN);
  const isOfLogin = neededBy(LOGIN);
  const isOfCharts = neededBy(CHART);
  const isOfFacts = neededBy(OVERVIEW_FACTS);
  return [
    { name: 'first', tags: ['$initial'], priority: 8 },
    { name: (id, modules) => (isOfOverview(id, modules) && isOfLogin(id, modules) ? 'second' : null), priority: 7 },
    { name: (id, modules) => (isOfOverview(id, modules) ? 'first-screen' : null), priority: 6 },
    { name: (id, modules) => (isOfLogin(id, modules) ? 'login' : null), priority: 5 },
    { name: 'forms', test: FORMS, priority: 4 },
    { name: (id, modules) => (isOfFacts(id, modules) ? 'overview-facts' : null), priority: 3 },
    { name: (id, modules) => (isOfCharts(id, modules) ? 'charts' : null), priority: 2 },
    { name: 'shared', minShareCount: 3, priority: 1 },
  ];
}

/** The given module ids, and the ids of all modules that they import statically. */
function withImports(ids: readonly string[], modules: Rolldown.ChunkingContext): Set<string> {
  const reachable = new Set(ids);
  // A set's loop also visits what is added in it.
  for (const id of reachable)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) reachable.add(imported);
  return reachable;
}
