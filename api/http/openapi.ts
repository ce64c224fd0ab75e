import { BASE_PATH } from '#contract/addresses.ts';
import { openApi } from '#contract/openapi.ts';
import type { AppRouter } from './context.ts';

/** Registers the OpenAPI 3.1 description of the API. */
export function openApiRoute(router: AppRouter): void {
  const description = JSON.stringify(openApi());
  router.get(`${BASE_PATH}/openapi.json`, (ctx) => {
    ctx.type = 'application/json';
    ctx.body = description;
  });
}
