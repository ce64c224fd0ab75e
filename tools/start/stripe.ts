import { join } from 'node:path';
import { secretIn } from '../embedded/postgres/secret.ts';
import { runChild } from './child.ts';
import { onFreePort } from './ports.ts';
import type { ProgramSettings } from './settings.ts';
import type { Supervisor } from './supervisor.ts';

const DEFAULT_PORT = 12111;

/**
 * Starts the Stripe stand-in in `supervisor` if the settings ask for it, and gives the environment variables by which
 * the API uses it; else gives none. `root` is the project's folder. Throws a `StartFailure`, or a `PostgresFailure` for
 * a damaged secret.
 */
export async function startStripeProgram(
  settings: ProgramSettings,
  supervisor: Supervisor,
  root: string,
): Promise<NodeJS.ProcessEnv> {
  if (settings.stripe !== 'stand-in') return {};
  const { dataDir, port } = settings;
  const secrets = {
    STRIPE_SECRET_KEY: await secretIn(dataDir, 'stripe-secret-key', { prefix: 'sk_test_' }),
    STRIPE_WEBHOOK_SECRET: await secretIn(dataDir, 'stripe-webhook-secret', { prefix: 'whsec_' }),
  };
  const webhookUrl = `http://127.0.0.1:${port}/api/v1/pay/webhook`;
  const start = (freePort: number) => {
    const args = ['--port', String(freePort), '--data', join(dataDir, 'stripe'), '--webhook-url', webhookUrl];
    return supervisor.start('The stand-in for Stripe', 'stripe', async (log) =>
      // Secrets go by the environment, since every account of the machine can read a process's arguments.
      runChild({ script: 'tools/embedded/stripe/main.ts', args, cwd: root, env: { ...process.env, ...secrets }, log }),
    );
  };
  const usedPort = await onFreePort(DEFAULT_PORT, port, start);
  // The stand-in doesn't know prices of a real Stripe account.
  return { ...secrets, STRIPE_PRICE_ID: '', STRIPE_API_BASE: `http://127.0.0.1:${usedPort}` };
}
