import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import type { EventStore } from '../storage/event-store.ts';
import { type Entry, harmless, knownOnly, loopbackNamesOnly, readingOnly } from './guards.ts';
import { layout, notice } from './layout.ts';
import { viewAt } from './views.ts';

const STYLE = new URL('browser.css', import.meta.url);

export type BrowserOptions = {
  /** 0 for any that is free. */
  readonly port: number;
  /** An address of this machine alone. */
  readonly host: string;
  /** Without it, whoever is on this machine may look. */
  readonly entry?: Entry | undefined;
  readonly log?: (line: string) => void;
};

export type RunningBrowser = { readonly url: string; close(): Promise<void> };

/**
 * Starts the pages on which a person looks into the store: its streams and their events, to be read and no more.
 * @throws if the port is taken or there is none of this number
 */
export async function startBrowser(store: EventStore, options: BrowserOptions): Promise<RunningBrowser> {
  const { port, host, entry, log = () => {} } = options;
  const app = new Koa();
  app.use(harmless);
  app.use(loopbackNamesOnly);
  app.use(readingOnly);
  if (entry) app.use(knownOnly(entry));
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
