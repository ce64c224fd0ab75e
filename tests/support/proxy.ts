import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

/**
 * A TCP proxy between a program and a service, which can break connections, or stop forwarding without closing them.
 */
export type TcpProxy = {
  port: number;
  /** From now on nothing is forwarded and nothing is closed, until `mend`. */
  deaden(): void;
  mend(): void;
  /** Like `deaden`, but only for the open connections; new ones work. */
  strand(): void;
  /** The number of open connections. */
  readonly connections: number;
  /** Breaks the open connections; new ones work. */
  cut(): void;
  /** From now on everything is delayed by a number of milliseconds. */
  delay(ms: number): void;
  close(): Promise<void>;
};

/** Opens a proxy to a port of this machine. */
export async function openProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let isDead = false;
  let late = 0;
  const pass = (from: Socket, to: Socket, isStranded: () => boolean) => {
    // Bytes stay in their order when the delay changes.
    const waiting: Buffer[] = [];
    const pour = () => {
      const chunk = waiting.shift();
      if (chunk && !to.destroyed) to.write(chunk);
    };
    from.on('data', (chunk) => {
      if (isDead || isStranded()) return;
      waiting.push(chunk);
      if (late > 0 || waiting.length > 1) setTimeout(pour, late);
      else pour();
    });
    from.on('close', () => isDead || isStranded() || to.destroy());
    from.on('error', () => {});
    sockets.add(from);
    from.on('close', () => sockets.delete(from));
  };
  let stranded = 0;
  let count = 0;
  const server = createServer((near) => {
    count += 1;
    const number = count;
    const far = dial(target, '127.0.0.1');
    near.setNoDelay(true);
    far.setNoDelay(true);
    connections += 1;
    near.on('close', () => {
      connections -= 1;
    });
    pass(near, far, () => number <= stranded);
    pass(far, near, () => number <= stranded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    deaden: () => {
      isDead = true;
    },
    mend: () => {
      isDead = false;
    },
    strand: () => {
      stranded = count;
    },
    get connections() {
      return connections;
    },
    cut,
    delay: (ms) => {
      late = ms;
    },
    close: async () => {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
