import { BASE_PATH } from '#contract/addresses.ts';
import { openApi } from '#contract/openapi.ts';
import type { AppRouter } from './context.ts';

/** Registers the OpenAPI 3.1 description of the API, which is made when somebody first asks for it. */
export function openApiRoute(router: AppRouter): void {
  let description: string | undefined;
  router.get(`${BASE_PATH}/openapi.json`, (ctx) => {
    description ??= JSON.stringify(openApi());
    ctx.type = 'application/json';
    ctx.body = description;
  });
}
