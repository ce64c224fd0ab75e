// Runs before the first paint, so that a page never flashes in the wrong theme. app/theme.ts takes over from here.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('vite-ui-theme');
  } catch {
    // Without storage the default stands.
  }
  const light =
    choice === 'light' || (choice === 'system' && window.matchMedia('(prefers-color-scheme: light)').matches);
  if (!light) return;
  document.documentElement.className = 'light';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#f7f2e8');
})();
