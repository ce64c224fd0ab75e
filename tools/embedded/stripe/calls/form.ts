import { StripeFailure } from './failure.ts';

/** A value of a form: text, or values by name or index, as in `line_items[0][quantity]=1`. */
export type Form = string | FormMap;
export type FormMap = Map<string, Form>;

/** More levels than any parameter of Stripe has. */
const LEVELS_MAX = 8;

/** Parses a form-encoded body with Stripe's brackets into nested maps. Throws a StripeFailure for invalid brackets. */
export function parseForm(text: string): FormMap {
  const form: FormMap = new Map();
  for (const [name, value] of new URLSearchParams(text)) put(form, pathOf(name), value, name);
  return form;
}

function pathOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match) throw malformed(name);
  const [, first = '', rest = ''] = match;
  return [first, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(([, key = '']) => key)];
}

function put(form: FormMap, path: readonly string[], value: string, name: string): void {
  if (path.length > LEVELS_MAX) throw malformed(name);
  let node = form;
  for (const [index, step] of path.entries()) {
    // `name[]` appends.
    const key = step === '' ? String(node.size) : step;
    if (index === path.length - 1) {
      if (node.get(key) instanceof Map) throw malformed(name);
      node.set(key, value);
      return;
    }
    const next = node.get(key) ?? new Map();
    if (typeof next === 'string') throw malformed(name);
    node.set(key, next);
    node = next;
  }
}

function malformed(name: string): StripeFailure {
  return new StripeFailure(400, `Invalid parameter name: ${name}`, { code: 'parameter_invalid', param: name });
}
