import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

type LazyComponent<Props extends object> = ComponentType<Props> & {
  /** Loads the chunk ahead. Rejects where that fails; the first render tries it again. */
  preload: () => Promise<unknown>;
};

/**
 * Creates a component whose chunk loads on first render, or ahead. Once it is there it renders at once: React holds the
 * place of a component that it waits for back for 300 ms, even if it comes in the next moment.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  async function preload() {
    loaded = await load();
    return loaded;
  }
  // `lazy` keeps the props of the component, but its type can not express that for generic props.
  const Loading = lazy(() =>
    preload().then((component) => ({ default: component })),
  ) as unknown as ComponentType<Props>;
  function LazyComponent(props: Props) {
    // The same for as long as it is mounted: another type would be another component.
    const [Shown] = useState(() => loaded ?? Loading);
    return <Shown {...props} />;
  }
  return Object.assign(LazyComponent, { preload });
}

/**
 * Like `lazyComponent`, for dialogs. Preloads the chunk after the first interaction with the page, and keeps the
 * component mounted after the first opening, so that its close animation can run.
 */
export function lazyOverlay<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Loaded = lazyComponent(load);
  return function LazyOverlay(props: Props) {
    const hasOpened = useHasOpened(props.open);
    // A failed preload is retried on open.
    useEffect(() => onFirstInteraction(() => void Loaded.preload().catch(() => undefined)), []);
    return (
      hasOpened && (
        <Suspense fallback={null}>
          <Loaded {...props} />
        </Suspense>
      )
    );
  };
}

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

/** Returns whether `open` has ever been true. */
function useHasOpened(open: boolean): boolean {
  const [hasOpened, setHasOpened] = useState(open);
  if (open && !hasOpened) setHasOpened(true);
  return hasOpened || open;
}
