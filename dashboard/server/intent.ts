/** An idempotency key with the serialized input it belongs to. A retry with the same input reuses the key. */
export type Intent = { key: string; input: string };

/**
 * Returns the `previous` intent if the input is unchanged, else one with a new key. Files count as equal if name, type,
 * size and modification time are equal.
 */
export function intentFor(input: unknown, previous: Intent | null, file?: File): Intent {
  const serialized = JSON.stringify([input, file && [file.name, file.type, file.size, file.lastModified]]);
  return previous?.input === serialized ? previous : { key: newKey(), input: serialized };
}

/** 128 random bits in hex. `crypto.randomUUID` requires a secure context, and Daybook also runs over plain HTTP. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
