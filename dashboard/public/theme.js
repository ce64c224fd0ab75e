// Runs before the first paint, so that the page does not flash in the wrong theme. browser-state/theme.ts applies later changes.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('vite-ui-theme');
  } catch {
    // Storage is disabled: keep the default theme.
  }
  const light =
    choice === 'light' || (choice === 'system' && window.matchMedia('(prefers-color-scheme: light)').matches);
  if (!light) return;
  document.documentElement.className = 'light';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#f7f2e8');
})();
