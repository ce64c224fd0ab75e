import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { __unstable__loadDesignSystem as loadDesignSystem } from 'tailwindcss';
import { describe, expect, test } from 'vitest';
import { type ClassName, classNamesIn, type SourceFile, styledNames, withoutVariants } from '../support/class-names.ts';

// Styles stand with their component (decision 15): every class name of the dashboard is a utility or has a rule in
// dashboard/styles, every rule there is used, and they are few.

const LINES_MAX = 500;

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (pattern: string): SourceFile[] =>
  globSync(pattern, { cwd: root })
    .filter((path) => !path.includes('.test.'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const sources = read('dashboard/**/*.{ts,tsx,js}');
const sheets = read('dashboard/**/*.css');

/** Tailwind with the theme and the utilities of dashboard/styles. Fonts have no utilities. */
async function ourTailwind() {
  const main = join(root, 'dashboard/styles/main.css');
  const { resolve: pathOf } = createRequire(main);
  return await loadDesignSystem(readFileSync(main, 'utf8'), {
    base: dirname(main),
    loadStylesheet: async (id, base) => {
      if (id.startsWith('@fontsource')) return { path: id, base, content: '' };
      const path = id === 'tailwindcss' ? pathOf('tailwindcss/index.css') : resolve(base, id);
      return { path, base: dirname(path), content: readFileSync(path, 'utf8') };
    },
  });
}
const tailwind = await ourTailwind();

/**
 * Classes without a style of their own: those that variants such as `group-hover:` refer to, and the theme without
 * `light`.
 */
const MARKER = /^(dark|(group|peer)(\/[\w-]+)?)$/;

const places = (names: ClassName[]) => [...new Set(names.map(({ path, name }) => `${path}: ${name}`))].sort();

/** Class names that are neither a utility nor a selector of a style sheet. */
function unknown(among: readonly SourceFile[], css: readonly SourceFile[]): string[] {
  const named = classNamesIn(among);
  const selectors = new Set(styledNames(css).selectors.map(({ name }) => name));
  const utilities = tailwind.candidatesToCss(named.map(({ name }) => name));
  return places(named.filter(({ name }, at) => !utilities[at] && !selectors.has(name) && !MARKER.test(name)));
}

/** Class selectors and utilities of style sheets that no file uses. */
function unused(among: readonly SourceFile[], css: readonly SourceFile[]): string[] {
  const names = classNamesIn(among).map(({ name }) => name);
  const [whole, bare] = [new Set(names), names.map(withoutVariants)];
  const { selectors, utilities } = styledNames(css);
  return places([
    ...selectors.filter(({ name }) => !whole.has(name)),
    ...utilities.filter(({ name }) => !bare.some((one) => one === name || isOneOf(one, name))),
  ]);
}

/** Whether a class belongs to a utility with values, such as `gap-4` to `gap-*`. */
const isOneOf = (name: string, utility: string) => utility.endsWith('-*') && name.startsWith(utility.slice(0, -1));

const linesOf = (css: readonly SourceFile[]) =>
  css.reduce((lines, { text }) => lines + text.trimEnd().split('\n').length, 0);

const planted = (text: string, path = 'dashboard/planted.tsx'): SourceFile => ({ path, text });

describe('a class name that has no style is found', () => {
  test.each([
    ['in an attribute', '<p className="flex lost" />'],
    ['of a component', '<Field labelClassName="lost" />'],
    ['in a template', `<p className={\`flex \${open ? 'grid' : 'lost'}\`} />`],
    ['after a condition', '<p className={(open && "lost") || "grid"} />'],
    ['in a property', 'const tick = { className: "lost" };'],
    ['in a list', "const LIST = ['flex', 'lost'].join(' '); <p className={LIST} />"],
    ['in a map', 'const TONES = { up: "flex", down: "lost" }; <p className={TONES[tone]} />'],
    ['in a function', 'function tone(up) { if (up) return "flex"; return "lost"; } <p className={tone(true)} />'],
    ['as an argument', '<Link className={buttonClass("quiet", "lost")} />'],
    ['with a variant', '<p className="max-sm:lost" />', 'max-sm:lost'],
    ['with an unknown variant', '<p className="tablet:flex" />', 'tablet:flex'],
    ['with a color of Tailwind', '<p className="text-red-500" />', 'text-red-500'],
    ['put together, which Tailwind does not find', `<p className={\`text-\${kind}\`} />`, 'text-…'],
    ['in the base of variants', "const a = cva(['flex', 'lost']);"],
    ['in a variant', "const a = cva('flex', { variants: { kind: { quiet: 'lost', loud: 'flex' } } });"],
    ['in a list of a variant', "const a = cva('flex', { variants: { kind: { loud: ['flex', 'lost'] } } });"],
    ['of several variants', "const a = cva('flex', { compoundVariants: [{ kind: 'quiet', class: 'lost' }] });"],
    ['set on an element', 'document.documentElement.className = "lost";'],
  ])('%s', (_, text, name = 'lost') => {
    expect(unknown([planted(text)], [])).toEqual([`dashboard/planted.tsx: ${name}`]);
  });

  test('in an imported constant', () => {
    const constant = planted("export const TAB = 'flex lost'; export const OTHER = 'not a class';", 'dashboard/tab.ts');
    const use = planted("import { TAB } from './tab.ts'; <p className={TAB} />");
    expect(unknown([constant, use], [])).toEqual(['dashboard/tab.ts: lost']);
  });
});

test('utilities, markers, kinds and conditions are not class names without a style', () => {
  const text = `
    import { cva } from 'class-variance-authority';
    const row = cva('group/row peer touch:min-h-control hover:[&>svg]:text-ink data-[type=income]:text-income', {
      variants: { kind: { quiet: 'note' } },
      compoundVariants: [{ kind: 'quiet', size: 'large', class: 'bg-(--rule)' }],
      defaultVariants: { kind: 'quiet' },
    });
    const state = 'loading';
    const P = ({ className = '' }) => (
      <p title="text" className={\`\${row({ kind: 'quiet' })} \${className} \${state === 'ready' ? 'grid' : ''}\`}>
        <a className={buttonClass(paid ? 'primary' : 'secondary', 'mt-7')} />
      </p>
    );`;
  expect(unknown([planted(text)], [])).toEqual([]);
});

test('a selector of a style sheet is a style', () => {
  const css = planted('.leaf > .leaf-ruled:not([style*=".lost"]) { color: red; }', 'dashboard/planted.css');
  expect(unknown([planted('<p className="leaf leaf-ruled lost" />')], [css])).toEqual(['dashboard/planted.tsx: lost']);
});

test('a selector and a utility that no file uses are found', () => {
  const css = planted(
    `/* .comment { } */ @utility used { top: 0 } @utility lost-utility { top: 0 } @utility tab-* { tab-size: --value(integer) }
     @media (width > 1.5em) { .leaf, .lost:is(.also-lost) > p { padding: .5rem; &:hover { top: 0 } } }
     @utility never-* { tab-size: --value(integer) }`,
    'dashboard/planted.css',
  );
  const use = planted('<p className="leaf max-sm:used data-[open=true]:tab-4" title="lost" />');
  expect(unused([use], [css])).toEqual(
    ['also-lost', 'lost', 'lost-utility', 'never-*'].map((name) => `dashboard/planted.css: ${name}`),
  );
});

test('lines are counted over all style sheets', () => {
  expect(linesOf([planted('a {\n}\n'), planted('b {\n\n}\n')])).toBe(5);
});

test('planted in the dashboard, a class without a style and a style without a class are found', () => {
  expect(unknown([...sources, planted('<p className="nowhere" />')], sheets)).toContain(
    'dashboard/planted.tsx: nowhere',
  );
  const css = planted('.nowhere {\n}\n'.repeat(LINES_MAX), 'dashboard/planted.css');
  expect(unused(sources, [...sheets, css])).toContain('dashboard/planted.css: nowhere');
  expect(linesOf([...sheets, css])).toBeGreaterThan(LINES_MAX);
});

test('every class name of the dashboard has a style', () => {
  expect(classNamesIn(sources).length).toBeGreaterThan(500);
  expect(unknown(sources, sheets)).toEqual([]);
});

test('every style of dashboard/styles is used', () => {
  expect(unused(sources, sheets)).toEqual([]);
});

test(`dashboard/styles has at most ${LINES_MAX} lines`, () => {
  expect(linesOf(sheets)).toBeLessThanOrEqual(LINES_MAX);
});
