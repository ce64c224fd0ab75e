import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startStripeServer } from '#tools/embedded/stripe/server.ts';
import { newCheckout } from './checkouts.ts';

const program = new URL('../../tools/embedded/stripe/main.ts', import.meta.url);
const secrets = { STRIPE_SECRET_KEY: 'sk_test_program', STRIPE_WEBHOOK_SECRET: 'whsec_program' };

let data: string;
let child: ChildProcess | null = null;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'daybook-stripe-'));
});
afterEach(async () => {
  if (child?.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await rm(data, { recursive: true, force: true });
});

async function begin(): Promise<{ url: string; stripe: Stripe }> {
  child = fork(program, ['--port', '0', '--data', data, '--webhook-url', 'http://127.0.0.1:9/'], {
    env: { ...process.env, ...secrets },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const [message] = await once(child, 'message');
  const { type, url } = message as { type: string; url: string };
  expect(type).toBe('ready');
  const stripe = new Stripe(secrets.STRIPE_SECRET_KEY, {
    host: '127.0.0.1',
    port: new URL(url).port,
    protocol: 'http',
    maxNetworkRetries: 0,
  });
  return { url, stripe };
}

test('sends its URL when it is ready, and ends with its parent', async () => {
  const { url, stripe } = await begin();
  expect(new URL(url).hostname).toBe('127.0.0.1');
  expect((await newCheckout(stripe)).url).toContain(url);
  child?.disconnect();
  expect(child && (await once(child, 'exit'))).toEqual([0, null]);
});

test('after a kill in the middle of a line it still has everything that was answered', async () => {
  const { id } = await newCheckout((await begin()).stripe);
  const killed = child && once(child, 'exit');
  child?.kill('SIGKILL');
  await killed;
  await appendFile(join(data, 'journal.jsonl'), '[{"kind":"session","session":{"id":"cs_test_half');
  const { stripe } = await begin();
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open');
  const { id: next } = await newCheckout(stripe);
  expect((await stripe.checkout.sessions.retrieve(next)).status).toBe('open');
});

test('lines of its journal that can’t be parsed are moved away, and the rest is kept', async () => {
  const journal = join(data, 'journal.jsonl');
  const { id } = await newCheckout((await begin()).stripe);
  const killed = child && once(child, 'exit');
  child?.kill('SIGKILL');
  await killed;
  const broken = ['{"kind":', '{}', '[{}]', 'null', '[{"kind":"session"}]', '[{"kind":"done","eventId":7}]', '[null]'];
  const whole = await readFile(journal, 'utf8');
  await writeFile(journal, `${broken.join('\n')}\n${whole}${broken[0]}\n`);
  const { stripe } = await begin();
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open');
  expect(await readFile(journal, 'utf8')).toBe(whole);
  expect(await readFile(`${journal}.damaged`, 'utf8')).toBe(`${[...broken, broken[0]].join('\n')}\n`);
});

test('does not start in production', async () => {
  const env = { ...process.env, ...secrets, NODE_ENV: 'production' };
  child = fork(program, ['--port', '0', '--data', data], { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let said = '';
  child.stderr?.on('data', (text) => {
    said += text;
  });
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(said).toContain('does not run in production');
});

test('does not start where its port is taken', async () => {
  const options = { port: 0, data, key: 'k', webhookSecret: 's', webhookUrl: 'http://127.0.0.1:9/' };
  const first = await startStripeServer(options);
  await expect(startStripeServer({ ...options, port: first.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await first.stop();
});
