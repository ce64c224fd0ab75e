const INTERACTION_EVENTS = ['pointermove', 'pointerdown', 'keydown'];

const firstInteraction = new Promise<void>((resolve) => {
  for (const name of INTERACTION_EVENTS)
    window.addEventListener(name, () => resolve(), { once: true, capture: true, passive: true });
});

/**
 * Runs a function on the first pointer or key event of the page. Preloads chunks that way: they do not delay the first
 * screen, and are available later even without a connection. Returns a function that cancels the run.
 */
export function onFirstInteraction(run: () => void): () => void {
  let active = true;
  void firstInteraction.then(() => active && run());
  return () => {
    active = false;
  };
}
