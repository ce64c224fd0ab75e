import { afterEach, beforeEach } from 'vitest';

// Files of the project `unit` share a process. Those in jsdom share its page, too, which is emptied after each test.
if ('document' in globalThis) {
  await import('./browser.ts');
  const { cleanup } = await import('@testing-library/react');
  const { beginTest, endTest } = await import('./open.tsx');
  beforeEach(beginTest);
  afterEach(() => {
    cleanup();
    endTest();
  });
}
