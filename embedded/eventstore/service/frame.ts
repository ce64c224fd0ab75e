const PREFIX = 5;

/** A message as gRPC sends it: behind a byte for compression and its length. */
export function frame(message: Uint8Array): Buffer {
  const frame = Buffer.alloc(PREFIX + message.length);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, PREFIX);
  return frame;
}
