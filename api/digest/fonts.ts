import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The families of the theme, by how their files in the built dashboard begin. */
const FAMILIES = { alegreya: 'Alegreya', 'source-sans-3': 'Source Sans 3' } as const;
const FILE = /^(alegreya|source-sans-3)-(latin|latin-ext)-wght-(normal|italic)-[\w-]+\.woff2$/;
/** The letters of the two files of a family; the first that has a letter is loaded. */
const RANGES = { latin: 'U+0000-00FF, U+0131, U+0152-0153, U+2000-206F, U+20AC, U+2212', 'latin-ext': 'U+0100-02BA' };

/**
 * The rules of CSS that load the fonts of the built dashboard in a folder. Without a dashboard there are no rules: the
 * page has other fonts then.
 */
export function fontFaces(dashboardFolder: string | null): string {
  const folder = dashboardFolder && join(dashboardFolder, 'assets');
  if (!folder || !existsSync(folder)) return '';
  const files = readdirSync(folder, { withFileTypes: true });
  return files
    .flatMap(({ name }) => {
      const [, family, letters, style] = FILE.exec(name) ?? [];
      if (!family || !letters) return [];
      const names = `font-family: "${FAMILIES[family as keyof typeof FAMILIES]}"; font-style: ${style}`;
      const range = RANGES[letters as keyof typeof RANGES];
      const source = `src: url(/assets/${name}) format("woff2"); unicode-range: ${range}`;
      return [`@font-face { ${names}; font-weight: 200 900; font-display: swap; ${source} }`];
    })
    .join('\n');
}
