import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import type { EventStore } from '../storage/event-store.ts';
import { type Access, authenticatedOnly, loopbackHostsOnly, readOnly, securityHeaders } from './guards.ts';
import { layout, notice } from './layout.ts';
import { viewAt } from './views.ts';

const STYLE = new URL('browser.css', import.meta.url);

export type BrowserOptions = {
  /** 0 for any free port. */
  readonly port: number;
  /** A loopback address. */
  readonly host: string;
  /** The callers with access; every caller on this machine where it is undefined. */
  readonly access?: Access | undefined;
  readonly log?: (line: string) => void;
};

export type RunningBrowser = { readonly url: string; close(): Promise<void> };

/**
 * Starts the web pages that show the store's streams and events, read-only. Throws what `listen` fails with, such as
 * EADDRINUSE.
 */
export async function startBrowser(store: EventStore, options: BrowserOptions): Promise<RunningBrowser> {
  const { port, host, access, log = () => {} } = options;
  const app = new Koa();
  app.use(securityHeaders);
  app.use(loopbackHostsOnly);
  app.use(readOnly);
  if (access) app.use(authenticatedOnly(access));
  app.use(async (ctx) => {
    if (ctx.path === '/browser.css') {
      ctx.type = 'css';
      ctx.body = await readFile(STYLE, 'utf8');
      return;
    }
    const view = await viewAt(store, ctx.path, new URLSearchParams(ctx.querystring)).catch((error: Error) => {
      log(`A page of the event store could not be made: ${error.stack}`);
      return notice('Not available', 'The event store could not be read. Try again in a moment.', 503);
    });
    if ('redirect' in view) return ctx.redirect(view.redirect);
    ctx.status = view.status ?? 200;
    ctx.type = 'html';
    ctx.body = layout(view, ctx.path);
  });
  app.on('error', (error: Error) => log(`A page of the event store could not be sent: ${error.message}`));

  const server = createServer(app.callback());
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
