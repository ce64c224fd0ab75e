/** One wish to change something: the same input keeps its key, so that however often it is sent, it happens once. */
export type Intent = { key: string; input: string };

/**
 * The intent behind this input: the one before, when the input is still the same, else a new one. Another file is
 * another input; the same one chosen again isn't.
 */
export function intentFor(input: unknown, before: Intent | null, file?: File): Intent {
  const written = JSON.stringify([input, file && [file.name, file.type, file.size, file.lastModified]]);
  return before?.input === written ? before : { key: newKey(), input: written };
}

/** A random key. `crypto.randomUUID` exists only in secure contexts, and Daybook also runs over plain HTTP at home. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
