import { join } from 'node:path';
import type { Rolldown } from 'vite';

const FIRST_SCREEN = ['app/app-layout.tsx', 'features/overview/overview.tsx'];

/**
 * Groups of modules that become one file each, so that a screen needs few requests: modules that every screen loads,
 * those that the Overview adds, and those that at least three chunks share. All others stay in files of their own.
 * Takes the dashboard's folder.
 */
export function chunkGroups(root: string): Rolldown.CodeSplittingGroup[] {
  let firstScreen: Set<string> | undefined;
  function ofFirstScreen(id: string, modules: Rolldown.ChunkingContext): string | null {
    firstScreen ??= withImports(
      FIRST_SCREEN.map((file) => join(root, file)),
      modules,
    );
    return firstScreen.has(id) ? 'first-screen' : null;
  }
  return [
    { name: 'first', tags: ['$initial'], priority: 3 },
    { name: ofFirstScreen, priority: 2 },
    { name: 'shared', minShareCount: 3, priority: 1 },
  ];
}

/** The given module ids, and those of all modules that they import statically. */
function withImports(ids: readonly string[], modules: Rolldown.ChunkingContext): Set<string> {
  const reachable = new Set(ids);
  // A set's loop also visits what is added in it.
  for (const id of reachable)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) reachable.add(imported);
  return reachable;
}
