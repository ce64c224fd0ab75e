import { beginsWith } from './text.ts';

/** What a filter looks at. */
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
 * A filter over names of streams or types: any of the prefixes if there are some, compared as EventStoreDB compares
 * text, else a regular expression, unanchored and case-sensitive. System events are treated as all others; neither
 * prefixes nor an expression lets nothing through.
 * @throws SyntaxError if the regular expression is none
 */
export function filterOf({ on, regex, prefixes }: FilterExpression): Filter {
  if (prefixes.length > 0) return (event) => prefixes.some((prefix) => beginsWith(event[on], prefix));
  if (regex === '') return () => false;
  const expression = compile(regex);
  return (event) => expression.test(event[on]);
}

/** Outside Unicode mode JavaScript takes, as .NET does, a backslash before any sign. */
function compile(regex: string): RegExp {
  try {
    return new RegExp(regex, 'u');
  } catch {
    return new RegExp(regex);
  }
}

/** The filter of those who have none. */
export const everything: Filter = () => true;
