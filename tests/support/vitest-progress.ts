import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { sendProgress } from './progress.ts';

const fileOf = (module: TestModule) => relative(process.cwd(), module.moduleId);

/** Vitest's reporter for `npm test`: a step is a file. */
export default class VitestProgress implements Reporter {
  onTestRunStart(files: readonly unknown[]): void {
    sendProgress({ type: 'total', steps: files.length });
  }

  onTestModuleQueued(module: TestModule): void {
    sendProgress({ type: 'begin', step: fileOf(module) });
  }

  onTestModuleEnd(module: TestModule): void {
    const file = fileOf(module);
    sendProgress({ type: 'end', step: file, file, failed: !module.ok() });
  }

  /** Passes on what tests print, such as why some are left out. */
  onUserConsoleLog({ content, type }: { content: string; type: 'stdout' | 'stderr' }): void {
    if (type === 'stdout') sendProgress({ type: 'note', text: content.trim() });
  }
}
