// What a browser has and jsdom lacks. Imported for its effects, before React.
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

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
  releasePointerCapture: noSize,
  scrollIntoView: noSize,
});
Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: noSize });

afterEach(cleanup);
