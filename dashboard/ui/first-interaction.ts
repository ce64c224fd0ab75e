const SIGNS = ['pointermove', 'pointerdown', 'keydown'];

const sign = new Promise<void>((resolve) => {
  for (const name of SIGNS)
    window.addEventListener(name, () => resolve(), { once: true, capture: true, passive: true });
});

/**
 * Does something at the first sign of a user: what will be wanted then is not waited for by the first screen, and is
 * there before it is asked for, even if the connection is lost meanwhile. Gives what calls it off.
 */
export function onFirstInteraction(act: () => void): () => void {
  let wanted = true;
  void sign.then(() => wanted && act());
  return () => {
    wanted = false;
  };
}
