const PREFIX_BYTES = 5;

/** Frames a gRPC message: a byte for compression and the length, then the message. */
export function frame(message: Uint8Array): Buffer {
  const frame = Buffer.alloc(PREFIX_BYTES + message.length);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, PREFIX_BYTES);
  return frame;
}
