import { randomUUID } from 'node:crypto';
import { appendFileSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withAppendFile } from '#tools/start/log-file.ts';

// `npm test` collects the logs of all programs that tests start, and the secrets that tests use, in the folder
// DAYBOOK_LEAKS, and at the end searches the logs for the secrets. Other runs collect nothing.

/** A shorter secret would be found in logs by chance. */
const SHORTEST_CHARS = 8;

type Secret = { kind: string; secret: string };

const folder = () => process.env.DAYBOOK_LEAKS || null;
const logFile = (into: string, name: string) => join(into, 'logs', `${name}-${randomUUID()}.log`);

/** Makes the folder to collect in; from now on this process and its children collect. */
export function gatherIn(into: string): void {
  mkdirSync(join(into, 'logs'), { recursive: true, mode: 0o700 });
  process.env.DAYBOOK_LEAKS = into;
}

/** Records a secret that no log may contain. `kind` is its name in a failure, like 'a password'. */
export function noteSecret(kind: string, secret: string): void {
  const into = folder();
  if (!into || secret.length < SHORTEST_CHARS) return;
  appendFileSync(join(into, 'secrets'), `${JSON.stringify({ kind, secret } satisfies Secret)}\n`, { mode: 0o600 });
}

/**
 * Records the passwords and the tokens of sessions and calendars of a call that succeeded: a refused call's need not be
 * secret. `data` is its answer's.
 */
export function noteSecretsOf(body: unknown, cookies: readonly string[], data?: unknown): void {
  for (const [field, value] of Object.entries(body ?? {})) {
    if (/password/i.test(field) && typeof value === 'string') noteSecret('a password', value);
  }
  const { token } = (data ?? {}) as { token?: unknown };
  if (typeof token === 'string') noteSecret('the token of a calendar', token);
  for (const cookie of cookies) noteSecret('a session token', /daybook=([^;]*)/.exec(cookie)?.[1] ?? '');
}

/** Adds a program's log to the collected ones. */
export function keepLog(name: string, text: string): void {
  const into = folder();
  if (into) appendFileSync(logFile(into, name), text, { mode: 0o600 });
}

/** Collects the logs of a data folder, and records its secrets. */
export function keepLogsOf(dataFolder: string): void {
  if (!folder()) return;
  for (const file of globSync(join(dataFolder, 'logs', '*'))) keepLog(basename(file), readFileSync(file, 'utf8'));
  for (const file of globSync(join(dataFolder, 'secrets', '*'))) {
    noteSecret(`the ${basename(file)}`, readFileSync(file, 'utf8').trim());
  }
}

/**
 * Starts a program by `start`, which gets the output to give it: a log that is collected, or none. Gives its process.
 */
export function keepingOutput<Child>(name: string, start: (output: number | 'ignore') => Child): Child {
  const into = folder();
  return into ? withAppendFile(logFile(into, name), start) : start('ignore');
}

/** How much was collected, and per log the first line with each kind of secret. */
export type Found = { logs: number; bytes: number; secrets: number; leaks: string[] };

/** Searches every collected log for every recorded secret. */
export function findLeaks(into: string): Found {
  const lines = readFileSync(join(into, 'secrets'), 'utf8').split('\n').filter(Boolean);
  const secrets = new Map(lines.map((line) => JSON.parse(line) as Secret).map((one) => [one.secret, one.kind]));
  const byBeginning = new Map<string, { form: string; kind: string }[]>();
  for (const [secret, kind] of secrets) {
    for (const form of formsOf(secret)) {
      const beginning = form.slice(0, SHORTEST_CHARS);
      byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), { form, kind }]);
    }
  }
  const found: Found = { logs: 0, bytes: 0, secrets: secrets.size, leaks: [] };
  for (const file of globSync(join(into, 'logs', '*'))) {
    const text = readFileSync(file, 'utf8');
    found.logs += 1;
    found.bytes += text.length;
    const places = new Map<string, number>();
    for (let at = 0; at <= text.length - SHORTEST_CHARS; at += 1) {
      for (const { form, kind } of byBeginning.get(text.slice(at, at + SHORTEST_CHARS)) ?? []) {
        if (text.startsWith(form, at) && !places.has(kind)) places.set(kind, at);
      }
    }
    for (const [kind, at] of places) found.leaks.push(`${basename(file)} holds ${kind}: line ${lineAt(text, at)}`);
  }
  return found;
}

const lineAt = (text: string, at: number) => text.slice(0, at).split('\n').length;

/** The forms in which a log may contain a secret: plain, URL-encoded, and as bytes in JSON, hex and base64. */
function formsOf(secret: string): Set<string> {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url');
    // Without the characters that also depend on the bytes before and after the secret.
    return text.slice(
      before === 0 ? 0 : before + 1,
      ((before + bytes.length) * 8 - (((before + bytes.length) * 8) % 6)) / 6,
    );
  });
  return new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    [...bytes].join(','),
    bytes.toString('hex'),
    ...base64,
    ...base64.map((text) => text.replaceAll('-', '+').replaceAll('_', '/')),
  ]);
}
