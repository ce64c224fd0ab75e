// The parts of a browser that jsdom lacks, and matchers for elements. Imported for its effects, before React.
import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/react';

/** Screens are chunks, and a shared machine may be busy. */
configure({ asyncUtilTimeout: 60_000 });

const noSize = () => undefined;

Object.assign(window, {
  matchMedia: (media: string) => ({ matches: false, media, addEventListener: noSize, removeEventListener: noSize }),
  scrollTo: noSize,
  ResizeObserver: class {
    observe = noSize;
    unobserve = noSize;
    disconnect = noSize;
  },
});
Object.assign(Element.prototype, {
  hasPointerCapture: () => false,
  setPointerCapture: noSize,
  releasePointerCapture: noSize,
  scrollIntoView: noSize,
});
// Without the style sheet: the height of a row, by which lists know which rows are near the viewport.
document.documentElement.style.cssText = '--row: 3; font-size: 16px';
Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: noSize });
