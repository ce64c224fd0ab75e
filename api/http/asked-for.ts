import {
  addresses,
  BASE_PATH,
  CALENDAR_PATH,
  DIGEST_PATH,
  EXPORT_PATH,
  SOURCE_CODE_PATH,
} from '#contract/addresses.ts';

/** The names of calls by their method and path, and of what else has an address of its own. */
const NAMES = new Map([
  ...Object.entries(addresses).map(([name, { method, path }]) => [`${method} ${BASE_PATH}${path}`, name] as const),
  [`GET ${BASE_PATH}${EXPORT_PATH}`, 'export'],
  [`GET ${BASE_PATH}${CALENDAR_PATH}`, 'calendar'],
  [`GET ${BASE_PATH}${DIGEST_PATH}`, 'digest'],
  [`GET ${BASE_PATH}/openapi.json`, 'openapi'],
  [`POST ${BASE_PATH}/pay/webhook`, 'webhook'],
  [`GET ${SOURCE_CODE_PATH}`, 'sourceCode'],
]);
/** The same of paths that begin so. */
const FOLDERS = [
  ['/health/', 'health'],
  [`${BASE_PATH}/health/`, 'health'],
  [`${BASE_PATH}/files/`, 'file'],
  ['/api/', 'none'],
] as const;

/**
 * The name of what a request asks for: a call of the contract, what else has an address of its own, `dashboard` for any
 * path outside of the API, or `none`. So there are few names, whatever clients ask for.
 */
export function askedFor(method: string, path: string): string {
  const name = NAMES.get(`${method === 'HEAD' ? 'GET' : method} ${path}`);
  return name ?? FOLDERS.find(([folder]) => path.startsWith(folder))?.[1] ?? 'dashboard';
}
