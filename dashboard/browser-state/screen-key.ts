import { type Location, useLocation } from 'react-router-dom';

/** Router state of an address that changes something on the screen without leaving it, such as by an open drawer. */
type ScreenState = { screen?: string };

/**
 * The key of the screen that a location shows. It is the same for locations that stay on a screen, so that neither the
 * focus nor the scroll offset moves between them.
 */
export function screenKeyOf({ key, state }: Location): string {
  return (state as ScreenState | null)?.screen ?? key;
}

/** Returns the key of the screen that is open. */
export function useScreenKey(): string {
  return screenKeyOf(useLocation());
}

/** Router state for a navigation that stays on the screen of a location. Keeps the state that the location has. */
export function stayOn(location: Location): object {
  return { ...(location.state as object | null), screen: screenKeyOf(location) };
}

/**
 * The query of an address with other parameters; null removes one. Colons are not escaped, because they occur in the
 * names of figures.
 */
export function searchWith(search: string, parameters: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return query.toString().replaceAll('%3A', ':');
}
