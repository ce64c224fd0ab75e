import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const ignoredFolders = [...read('.gitignore').matchAll(/^(.+)\/$/gm)].map(([, folder = '']) => folder);
const files = globSync('**/*.{ts,tsx,md}', { cwd: root, exclude: ['.git', ...ignoredFolders] }).sort();
const pages = files.filter((path) => path.endsWith('.md'));
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !ignoredFolders.includes(entry.name))
  .map(({ name }) => name);
const withoutBlocks = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, '');

/** The numbers that can be cited: of the sections of docs/product.md, and of the decisions. */
const NUMBERS: Record<string, readonly string[]> = {
  product: [...read('docs/product.md').matchAll(/^##+ (\d+(?:\.\d+)*)\.? /gm)].map(([, number = '']) => number),
  decision: globSync('docs/decisions/[0-9]*.md', { cwd: root }).map((path) =>
    String(Number.parseInt(basename(path), 10)),
  ),
};
/** A citation, which may be broken over two lines of a comment. */
const CITATION = /\b(product|decision)(?: |\s*\n[\s*/]*)(\d+(?:\.\d+)*)/g;
/** A citation of a document that is no part of Daybook. */
const ELSEWHERE = /\b(?:spec|design)(?: |\s*\n[\s*/]*)section\b/g;

function wrongCitations(text: string): string[] {
  const unknown = [...text.matchAll(CITATION)].filter(
    ([, document = '', number = '']) => !NUMBERS[document]?.includes(number),
  );
  return [...unknown, ...text.matchAll(ELSEWHERE)].map(([citation]) => citation);
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  const prose = withoutBlocks(text);
  const anchors: string[] = [];
  for (const [, heading = ''] of prose.matchAll(/^#+ (.+)$/gm)) {
    const words = heading.trim().toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
    const earlier = anchors.filter((other) => other.replace(/-\d+$/, '') === anchor).length;
    anchors.push(earlier === 0 ? anchor : `${anchor}-${earlier}`);
  }
  return anchors;
}

/** The relative links of a page that lead to no file, or to no heading of it. */
function wrongLinks(path: string, text: string): string[] {
  const prose = withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchorsOf(target === path ? text : read(target)).includes(anchor);
  });
}

/** The paths that one with `{a,b}` stands for. */
function spelledOut(path: string): string[] {
  const [braces, names = ''] = /\{([^}]*)\}/.exec(path) ?? [];
  return braces ? names.split(',').flatMap((name) => spelledOut(path.replace(braces, name))) : [path];
}

/**
 * The paths in backticks that lead to no file. They begin in the folder of the repository; `<topic>` and `*` stand for
 * a name, for which there has to be a file, `{a,b}` for each of these. What .gitignore names needn't be there.
 */
function wrongPaths(text: string): string[] {
  const words = [...withoutBlocks(text).matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.split(/\s+/));
  const paths = words.filter((word) => {
    const [folder = '', ...below] = word.split('/');
    return /\.(ts|tsx|md)$/.test(word) || (below.length > 0 && folders.includes(folder));
  });
  return paths.flatMap(spelledOut).filter((path) => {
    const pattern = path.replaceAll(/<[^>]*>/g, '*').replace(/\/$/, '');
    return !ignoredFolders.includes(pattern) && globSync(pattern, { cwd: root }).length === 0;
  });
}

// The planted text is put together from its parts, so that the check of this file doesn't find it.
const comment = (...citations: [document: string, number: string][]) =>
  `/** Why (${citations.map((citation) => citation.join(' ')).join(', ')}). */`;

test('a citation of a section or a decision that is not there is found', () => {
  expect(wrongCitations(comment(['product', '4.5'], ['decision', '9']))).toEqual([]);
  expect(wrongCitations(comment(['product', '99.1']))).toEqual([['product', '99.1'].join(' ')]);
  expect(wrongCitations(comment(['decision', '99']))).toHaveLength(1);
  expect(wrongCitations(comment(['product', '4.5'], ['product', '4.99']))).toHaveLength(1);
  expect(wrongCitations(comment(['product\n *', '99']))).toHaveLength(1);
  expect(wrongCitations(comment(['design', 'section 2']))).toHaveLength(1);
});

test('a link to a file or a heading that is not there is found', () => {
  expect(wrongLinks('docs/audit.md', '# A `b`, c\n[1](#a-b-c) [2](api.md#the-user) [3](decisions/)')).toEqual([]);
  expect(wrongLinks('docs/audit.md', '[1](nowhere.md)')).toEqual(['nowhere.md']);
  expect(wrongLinks('docs/audit.md', '[1](api.md#nobody)')).toEqual(['api.md#nobody']);
});

test('a path in backticks that is not there is found', () => {
  const present = [
    'ledger/',
    'ledger/<topic>/events.ts',
    'api/{app,main}.ts',
    'node tools/start/*.ts',
    'docs/screens/',
    'GET /a',
  ];
  expect(wrongPaths(present.map((path) => `\`${path}\``).join(' '))).toEqual([]);
  expect(wrongPaths('`npm run\nx` `nowhere.ts` `README.md`')).toEqual(['nowhere.ts']);
  expect(wrongPaths('`ledger/nowhere` `ledger/<topic>/nowhere.ts`')).toHaveLength(2);
  expect(wrongPaths('`api/{app,nowhere}.ts`')).toEqual(['api/nowhere.ts']);
});

test('every citation leads to a section of the product or to a decision', () => {
  const wrong = files.flatMap((path) => wrongCitations(read(path)).map((citation) => `${path}: ${citation}`));
  expect(wrong).toEqual([]);
  expect(files.flatMap((path) => read(path).match(CITATION) ?? []).length).toBeGreaterThan(50);
});

test('every section of the product has a number of its own and is in the contents', () => {
  const text = read('docs/product.md');
  expect(new Set(NUMBERS.product).size).toBe(NUMBERS.product?.length);
  const linked = [...(text.split('\n## ')[0] ?? '').matchAll(/\(#([^)]+)\)/g)].map(([, anchor]) => anchor);
  expect(linked.sort()).toEqual(anchorsOf(text).slice(1).sort());
});

/** The beginning of a decision: its number, its heading, its date and its status. */
const DECISION = /^# (\d+)\. (.+)\n\nDate: (\d{4}-\d\d-\d\d)\. Status: (.+)\n\n/;
const decisions = pages.filter((path) => /^docs\/decisions\/\d/.test(path));

test.each(decisions)('%s is named like its heading, has a status, and is in the index', (path) => {
  const [, number = '', heading = '', date, status] = DECISION.exec(read(path)) ?? [];
  const name = heading
    .toLowerCase()
    .replaceAll("'", '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  expect(basename(path)).toBe(`${number.padStart(4, '0')}-${name}.md`);
  expect(status).toMatch(/^(?:accepted|superseded by \[\d+\]\(.+\.md\))$/);
  expect(read('docs/decisions/README.md')).toContain(
    `| ${number} | [${heading}](${basename(path)}) | ${date} | ${status} |`,
  );
});

test('the index of the decisions has no other rows', () => {
  expect(read('docs/decisions/README.md').match(/^\| \d+ \|/gm)).toHaveLength(decisions.length);
});

test.each(pages)('every relative link of %s leads somewhere', (path) => {
  expect(wrongLinks(path, read(path))).toEqual([]);
});

test.each(pages)('every path in the backticks of %s leads somewhere', (path) => {
  expect(wrongPaths(read(path))).toEqual([]);
});
