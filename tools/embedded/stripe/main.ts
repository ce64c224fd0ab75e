import { freePort } from '../postgres/port.ts';
import { parseStripeCommandLine, STRIPE_USAGE, type StripeCommandLine } from './command-line.ts';
import { type RunningStripe, startStripeServer } from './server.ts';

const DEFAULT_PORT = 12111;

let running: RunningStripe | undefined;
let isStopping = false;

async function stopAndExit(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await running?.stop();
  process.exit(0);
}

async function run(options: StripeCommandLine): Promise<void> {
  process.on('SIGTERM', () => void stopAndExit());
  process.on('SIGINT', () => void stopAndExit());
  process.on('message', (message) => {
    if ((message as { type?: unknown } | null)?.type === 'ping') process.send?.({ type: 'pong' });
  });
  process.on('disconnect', () => void stopAndExit());
  try {
    const port = options.port ?? (await freePort(DEFAULT_PORT));
    running = await startStripeServer({ ...options, port, log: (line) => console.error(line) });
  } catch (error) {
    console.error(explained(error, options.port));
    process.exit(1);
  }
  const { url } = running;
  console.log(`The stand-in for Stripe is ready at ${url}`);
  process.send?.({ type: 'ready', url });
}

function explained(error: unknown, port: number | undefined): string {
  const message = error instanceof Error ? error.message : String(error);
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  return isTaken ? `Port ${port} is taken: stop what listens there, or choose another port with --port.` : message;
}

try {
  const options = parseStripeCommandLine(process.argv.slice(2), process.env);
  if (options.help) console.log(STRIPE_USAGE);
  else await run(options);
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${STRIPE_USAGE}`);
  process.exitCode = 1;
}
