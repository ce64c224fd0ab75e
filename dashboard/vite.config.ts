import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkReport } from './build/chunk-report.ts';
import { chunkGroups } from './build/chunks.ts';
import { precompress } from './build/precompress.ts';
import { sourceCodeUrl } from './build/source-code-url.ts';

const PRELOADED_FONTS = /(alegreya|source-sans-3)-latin-wght-normal.*\.woff2$/;

/** Vite plugin that preloads the two upright latin fonts, so that they load in parallel with the CSS. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => PRELOADED_FONTS.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
            injectTo: 'head' as const,
          })),
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  define: { SOURCE_CODE_URL: JSON.stringify(sourceCodeUrl()) },
  plugins: [react(), tailwindcss(), preloadFonts(), precompress(), chunkReport()],
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    // The content security policy allows neither data: fonts nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2024',
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups(import.meta.dirname) } } },
  },
});
