const INTERACTION_EVENTS = ['pointermove', 'pointerdown', 'keydown'];

const firstInteraction = new Promise<void>((resolve) => {
  for (const name of INTERACTION_EVENTS)
    window.addEventListener(name, () => resolve(), { once: true, capture: true, passive: true });
});

/**
 * Runs a function after the first pointer or key event of the page. Used to preload chunks: they do not delay the first
 * screen, and are there before they are needed, even if the connection is lost later. Returns a function that cancels
 * it.
 */
export function onFirstInteraction(run: () => void): () => void {
  let active = true;
  void firstInteraction.then(() => active && run());
  return () => {
    active = false;
  };
}
