import { create } from 'zustand';
import { readStored, writeStored } from '../storage/local-storage.ts';

/** What a person can choose; `system` follows the device. */
export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'vite-ui-theme';
const PAPER = { light: '#f7f2e8', dark: '#0b1a1d' };
const prefersLight = window.matchMedia('(prefers-color-scheme: light)');

const useThemeStore = create<{ theme: Theme }>(() => ({
  theme: THEMES.find((theme) => theme === readStored(KEY)) ?? 'dark',
}));

/** The chosen theme. */
export function useTheme(): Theme {
  return useThemeStore((state) => state.theme);
}

/** Chooses a theme, for this visit and the next ones. */
export function chooseTheme(theme: Theme): void {
  writeStored(KEY, theme);
  useThemeStore.setState({ theme });
}

function draw() {
  const { theme } = useThemeStore.getState();
  const drawn = theme === 'system' ? (prefersLight.matches ? 'light' : 'dark') : theme;
  document.documentElement.className = drawn;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAPER[drawn]);
}

/** Draws the chosen theme now and whenever it, or what the device prefers, changes. */
export function followTheme(): void {
  draw();
  useThemeStore.subscribe(draw);
  prefersLight.addEventListener('change', draw);
}
