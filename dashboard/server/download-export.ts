import { BASE_PATH, EXPORT_ENTRIES, EXPORT_PATH, TIME_ZONE } from '#contract/addresses.ts';
import type { Problem } from '#contract/problems.ts';
import { currentSession, expireSession } from '../browser-state/session.ts';
import { type CallOutcome, isProblem, parseProblem, UNREACHABLE } from './problem.ts';

/** The longest wait for the next bytes. */
const STALL_MAX_MS = 60_000;

/** A part of the export came, and the connection ended before the rest. */
const BROKEN_OFF: Problem = { ...UNREACHABLE, title: 'The download broke off before its end' };

/** The export of everything: the name that the server gives it, and the zip. */
export type Export = { name: string; zip: Blob };

/**
 * Downloads the export of everything (product 10.5). Calls `onProgress` with the number of entries in it and the bytes
 * that have come. Gives a problem where it is refused or breaks off; does not throw. On `session_required` it expires
 * the session.
 */
export async function downloadExport(
  onProgress: (entries: number, bytes: number) => void,
): Promise<CallOutcome<Export>> {
  const session = currentSession();
  const stalled = new AbortController();
  let timer = setTimeout(() => stalled.abort(), STALL_MAX_MS);
  const pieces: BlobPart[] = [];
  let response: Response | undefined;
  try {
    response = await fetch(BASE_PATH + EXPORT_PATH, {
      method: 'GET',
      headers: { [TIME_ZONE]: Intl.DateTimeFormat().resolvedOptions().timeZone },
      signal: stalled.signal,
    });
    if (!response.ok) {
      const problem = parseProblem(await response.json().catch(() => undefined), response.status);
      if (isProblem(problem, 'session_required')) expireSession(session);
      return { ok: false, problem };
    }
    const entries = Number(response.headers.get(EXPORT_ENTRIES));
    const reader = response.body?.getReader();
    let bytes = 0;
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => stalled.abort(), STALL_MAX_MS);
      pieces.push(next.value);
      bytes += next.value.length;
      onProgress(entries, bytes);
    }
    return { ok: true, data: { name: nameOf(response), zip: new Blob(pieces, { type: 'application/zip' }) } };
  } catch {
    return { ok: false, problem: response ? BROKEN_OFF : UNREACHABLE };
  } finally {
    clearTimeout(timer);
  }
}

function nameOf({ headers }: Response): string {
  return /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'daybook.zip';
}
