import { PROBLEMS } from '#contract/problems.ts';

/** The title of a problem code from an address, which may hold any text; `otherwise` for a text that is no code. */
export function problemTitle(code: string, otherwise: string): string {
  return Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code as keyof typeof PROBLEMS].title : otherwise;
}
