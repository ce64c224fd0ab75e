import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { StartFailure } from './failure.ts';
import { eventStoreHosts, readSettings } from './settings.ts';

describe('settings', () => {
  test('have defaults', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '' })).toEqual({
      port: 3000,
      address: 'http://localhost:3000',
      metricsPort: undefined,
      host: '127.0.0.1',
      dataDir: resolve('.daybook'),
      databaseUrl: undefined,
      eventStoreUrl: undefined,
      stripe: 'stand-in',
    });
  });

  test('name real services by URLs', () => {
    const env = {
      PORT: '3001',
      DAYBOOK_DATA: '/somewhere',
      DATABASE_URL: 'postgres://ann:secret@db.example:5432/daybook?sslmode=require',
      EVENTSTORE_URL: 'esdb+discover://ann:secret@es.example:2113?tls=true',
      NODE_ENV: 'production',
      METRICS_PORT: '9100',
      HOST: '0.0.0.0',
    };
    expect(readSettings(env)).toEqual({
      port: 3001,
      address: 'http://localhost:3001',
      metricsPort: 9100,
      host: '0.0.0.0',
      dataDir: '/somewhere',
      databaseUrl: env.DATABASE_URL,
      eventStoreUrl: env.EVENTSTORE_URL,
      stripe: 'none',
    });
  });

  test('take both of Stripe’s keys, or neither', () => {
    const [STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET] = ['sk_test_1', 'whsec_1'];
    expect(readSettings({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }).stripe).toBe('keys');
    expect(() => readSettings({ STRIPE_SECRET_KEY })).toThrow('STRIPE_WEBHOOK_SECRET is missing');
    expect(() => readSettings({ STRIPE_WEBHOOK_SECRET })).toThrow('STRIPE_SECRET_KEY is missing');
  });

  test('refuse a port of metrics that is none, or that is taken by Daybook itself', () => {
    expect(() => readSettings({ METRICS_PORT: 'on' })).toThrow("METRICS_PORT is 'on', but a port is a number");
    expect(() => readSettings({ METRICS_PORT: '3000' })).toThrow('METRICS_PORT is 3000 like PORT');
  });

  test.each(['abc', '0', '65536', '-1', '3000.5', ' 3000'])('refuse the port %j', (PORT) => {
    expect(() => readSettings({ PORT })).toThrow(`PORT is '${PORT}'`);
  });

  test.each(['daybook', 'mysql://host/daybook', 'postgres://host', 'postgres:///daybook'])(
    'refuse the database URL %j',
    (DATABASE_URL) => {
      expect(() => readSettings({ DATABASE_URL })).toThrow('DATABASE_URL is no address');
    },
  );

  test.each(['localhost:2113', 'http://localhost:2113', 'esdb://', 'esdb://host:port', 'esdb://a:1,'])(
    'refuse the event store URL %j',
    (EVENTSTORE_URL) => {
      expect(() => readSettings({ EVENTSTORE_URL })).toThrow('EVENTSTORE_URL is no address');
    },
  );

  test('refuse stand-ins in production, naming what is missing', () => {
    const NODE_ENV = 'production';
    expect(() => readSettings({ NODE_ENV })).toThrow('set DATABASE_URL and EVENTSTORE_URL to the real services');
    expect(() => readSettings({ NODE_ENV, DATABASE_URL: 'postgres://host/daybook' })).toThrow(
      'set EVENTSTORE_URL to the real service.',
    );
    expect(() => readSettings({ NODE_ENV, EVENTSTORE_URL: 'esdb://host' })).toThrow(StartFailure);
  });

  test('never repeat a password', () => {
    expect(() => readSettings({ DATABASE_URL: 'postgres://ann:sesame@host' })).toThrow(/^(?!.*sesame)/);
    expect(() => readSettings({ EVENTSTORE_URL: 'esdb://ann:sesame@' })).toThrow(/^(?!.*sesame)/);
  });
});

test('eventStoreHosts parses one host or several', () => {
  expect(eventStoreHosts('esdb://localhost?tls=false')).toEqual([{ host: 'localhost', port: 2113 }]);
  expect(eventStoreHosts('esdb://ann:s@a.example:1113,b.example,[::1]:2114/?tls=true')).toEqual([
    { host: 'a.example', port: 1113 },
    { host: 'b.example', port: 2113 },
    { host: '::1', port: 2114 },
  ]);
  expect(eventStoreHosts('kurrentdb+discover://cluster.example')).toEqual([{ host: 'cluster.example', port: 2113 }]);
});
