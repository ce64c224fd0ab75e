import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { onFirstInteraction } from './first-interaction.ts';
import { useHasOpened } from './use-has-opened.ts';

type Module<Name extends string, Props> = { [name in Name]: ComponentType<Props> };

/** Creates a component whose chunk loads on first render. `name` is the module's export. */
export function lazyComponent<Name extends string, Props extends object>(
  name: Name,
  load: () => Promise<Module<Name, Props>>,
): ComponentType<Props> {
  // `lazy` keeps the props of the component, but its type can not express that for generic props.
  return lazy(() => load().then((module) => ({ default: module[name] }))) as unknown as ComponentType<Props>;
}

/**
 * Like `lazyComponent`, for dialogs. Preloads the chunk after the first interaction with the page, and keeps the
 * component mounted after the first opening, so that its close animation can run.
 */
export function lazyOverlay<Name extends string, Props extends { open: boolean }>(
  name: Name,
  load: () => Promise<Module<Name, Props>>,
): ComponentType<Props> {
  const Loaded = lazyComponent(name, load);
  return function LazyOverlay(props: Props) {
    const hasOpened = useHasOpened(props.open);
    // A failed preload is retried on open.
    useEffect(() => onFirstInteraction(() => void load().catch(() => undefined)), []);
    return (
      hasOpened && (
        <Suspense fallback={null}>
          <Loaded {...props} />
        </Suspense>
      )
    );
  };
}
