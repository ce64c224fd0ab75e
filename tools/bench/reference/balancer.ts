import { connect, createServer } from 'node:net';

// One address for several servers: each connection goes to the next of the ports in TARGETS, `3001,3002`.

const ports = (process.env.TARGETS ?? '').split(',').map(Number);
let turn = 0;

const server = createServer((near) => {
  const far = connect(ports[turn++ % ports.length] as number, '127.0.0.1');
  near.pipe(far).pipe(near);
  near.on('error', () => far.destroy());
  far.on('error', () => near.destroy());
});
server.listen(0, '127.0.0.1', () => process.send?.({ type: 'ready', address: server.address() }));
process.on('disconnect', () => process.exit());
