/** Browsers by a word in their text; a browser's text has the words of those that come later here, too. */
const BROWSERS: readonly (readonly [word: RegExp, name: string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [word: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bWindows\b/, 'Windows'],
  [/\bLinux\b/, 'Linux'],
];

/** The browser and the system that a browser's text names: `Firefox on Windows`; else the text's first word. */
export function agentWords(agent: string | null): string {
  if (agent === null) return 'Unknown browser';
  const named = (names: typeof BROWSERS) => names.find(([word]) => word.test(agent))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser === undefined) return /^[^\s/]+/.exec(agent)?.[0] ?? 'Unknown browser';
  return system === undefined ? browser : `${browser} on ${system}`;
}
