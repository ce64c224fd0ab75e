import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span that a program has sent; `parentSpanId` is empty where it begins a trace. */
export type ReceivedSpan = {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  attributes: Record<string, unknown>;
};

/** Receives spans over OTLP/HTTP as JSON. */
export type OtlpReceiver = {
  /** The settings by which programs send their spans here, soon after each. */
  settings: Record<string, string>;
  spans: ReceivedSpan[];
  /** The paths that were asked for besides traces. */
  others: string[];
  close(): Promise<void>;
};

type Attribute = { key: string; value: Record<string, unknown> };
type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: { name: string; traceId: string; spanId: string; parentSpanId?: string; attributes?: Attribute[] }[];
    }[];
  }[];
};

const valuesOf = (attributes: readonly Attribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Opens a receiver on a free port of the loopback. */
export async function openOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const others: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.url !== '/v1/traces') others.push(request.url ?? '');
    else {
      const { resourceSpans } = (await json(request)) as Sent;
      for (const { resource, scopeSpans } of resourceSpans) {
        const service = String(valuesOf(resource.attributes)['service.name']);
        for (const { name, traceId, spanId, parentSpanId = '', attributes } of scopeSpans.flatMap(({ spans }) => spans))
          spans.push({ service, name, traceId, spanId, parentSpanId, attributes: valuesOf(attributes) });
      }
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    },
    spans,
    others,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
