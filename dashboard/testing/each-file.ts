import './browser.ts';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { beginTest, endTest } from './open.tsx';

// The files share a process and jsdom's page, which is emptied after each test.
beforeEach(beginTest);
afterEach(() => {
  cleanup();
  endTest();
});
