import { join } from 'node:path';
import { secretIn } from '../embedded/postgres/secret.ts';
import { runChild } from './child.ts';
import { onFreePort } from './ports.ts';
import type { Settings } from './settings.ts';
import type { Supervisor } from './supervisor.ts';

const USUAL_PORT = 12111;

/**
 * Gives the environment variables by which the API reaches Stripe: none besides our own where that has its keys, or
 * nothing can be paid; else those of a stand-in, started in `supervisor`. `root` is the project's folder. Throws a
 * `StartFailure`.
 */
export async function startStripe(
  settings: Settings,
  supervisor: Supervisor,
  root: string,
): Promise<NodeJS.ProcessEnv> {
  if (settings.stripe !== 'stand-in') return {};
  const { dataDir, port } = settings;
  const secrets = {
    STRIPE_SECRET_KEY: await secretIn(dataDir, 'stripe-secret-key', 'sk_test_'),
    STRIPE_WEBHOOK_SECRET: await secretIn(dataDir, 'stripe-webhook-secret', 'whsec_'),
  };
  const webhookUrl = `http://127.0.0.1:${port}/api/v1/pay/webhook`;
  const start = (at: number) => {
    const args = ['--port', String(at), '--data', join(dataDir, 'stripe'), '--webhook-url', webhookUrl];
    return supervisor.start('The stand-in for Stripe', 'stripe', async (log) =>
      // By the environment, since a program's arguments are for everybody on the machine to see.
      runChild({ script: 'embedded/stripe/main.ts', args, cwd: root, env: { ...process.env, ...secrets }, log }),
    );
  };
  const at = await onFreePort(USUAL_PORT, port, start);
  // A price of the real Stripe's is unknown to the stand-in.
  return { ...secrets, STRIPE_PRICE_ID: '', STRIPE_API_BASE: `http://127.0.0.1:${at}` };
}
