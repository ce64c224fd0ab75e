import { create } from 'zustand';
import { readStored, writeStored } from './local-storage.ts';

/** Selectable themes; `system` follows the setting of the device. */
export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = 'vite-ui-theme';
const BACKGROUND_COLOR = { light: '#f7f2e8', dark: '#0b1a1d' };
const prefersLight = window.matchMedia('(prefers-color-scheme: light)');

const useThemeStore = create<{ theme: Theme }>(() => ({
  theme: THEMES.find((theme) => theme === readStored(STORAGE_KEY)) ?? 'dark',
}));

/** Returns the selected theme. */
export function useTheme(): Theme {
  return useThemeStore((state) => state.theme);
}

/** Selects a theme and stores it in the browser. */
export function setTheme(theme: Theme): void {
  writeStored(STORAGE_KEY, theme);
  useThemeStore.setState({ theme });
}

function applyTheme() {
  const { theme } = useThemeStore.getState();
  const effectiveTheme = theme === 'system' ? (prefersLight.matches ? 'light' : 'dark') : theme;
  document.documentElement.className = effectiveTheme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BACKGROUND_COLOR[effectiveTheme]);
}

/** Applies the selected theme to the document, now and when the selection or the setting of the device changes. */
export function syncTheme(): void {
  applyTheme();
  useThemeStore.subscribe(applyTheme);
  prefersLight.addEventListener('change', applyTheme);
}
