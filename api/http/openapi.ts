import { BASE_PATH } from '../../contract/addresses.ts';
import { openApi } from '../../contract/openapi.ts';
import type { AppRouter } from './context.ts';

/** Offers the API's description for machines, OpenAPI 3.1. */
export function openApiRoute(router: AppRouter): void {
  const description = JSON.stringify(openApi());
  router.get(`${BASE_PATH}/openapi.json`, (ctx) => {
    ctx.type = 'application/json';
    ctx.body = description;
  });
}
