import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { onFirstInteraction } from './first-interaction.ts';
import { useHasOpened } from './use-has-opened.ts';

type Module<Name extends string, Props> = { [name in Name]: ComponentType<Props> };

/** A component that is loaded when it is first drawn; `name` is what its module exports it as. */
export function lazyComponent<Name extends string, Props extends object>(
  name: Name,
  load: () => Promise<Module<Name, Props>>,
): ComponentType<Props> {
  // What `lazy` gives takes the same props; its type can't say so of props that aren't known here.
  return lazy(() => load().then((module) => ({ default: module[name] }))) as unknown as ComponentType<Props>;
}

/**
 * Something that opens over the page. It is loaded at the first sign of a user, and stays mounted once opened, so that
 * it can close gently.
 */
export function lazyOverlay<Name extends string, Props extends { open: boolean }>(
  name: Name,
  load: () => Promise<Module<Name, Props>>,
): ComponentType<Props> {
  const Loaded = lazyComponent(name, load);
  return function Floating(props: Props) {
    const opened = useHasOpened(props.open);
    // If that fails, it is loaded when it opens.
    useEffect(() => onFirstInteraction(() => void load().catch(() => undefined)), []);
    return (
      opened && (
        <Suspense fallback={null}>
          <Loaded {...props} />
        </Suspense>
      )
    );
  };
}
