import { beginsWith } from './text.ts';

/** The properties of an event that a filter examines. */
export type Filterable = {
  readonly stream: string;
  readonly type: string;
};

export type Filter = (event: Filterable) => boolean;

export type FilterExpression = {
  readonly on: 'stream' | 'type';
  readonly regex: string;
  readonly prefixes: readonly string[];
};

/**
 * Gives a filter on stream names or event types. With prefixes, one of them has to match, compared as EventStoreDB
 * compares text; else the regular expression, unanchored and case-sensitive. Without either nothing matches. System
 * events are not excluded. Throws a SyntaxError for an invalid regular expression.
 */
export function filterOf({ on, regex, prefixes }: FilterExpression): Filter {
  if (prefixes.length > 0) return (event) => prefixes.some((prefix) => beginsWith(event[on], prefix));
  if (regex === '') return () => false;
  const expression = compile(regex);
  return (event) => expression.test(event[on]);
}

/** Outside Unicode mode JavaScript accepts a backslash before any character, as .NET does. */
function compile(regex: string): RegExp {
  try {
    return new RegExp(regex, 'u');
  } catch {
    return new RegExp(regex);
  }
}

/** The filter that matches every event. */
export const everything: Filter = () => true;
