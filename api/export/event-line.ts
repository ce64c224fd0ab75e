import { isUtf8 } from 'node:buffer';
import type { RawEvent } from '#event-log/raw-event.ts';

/**
 * The line of `events.jsonl` for an event: a JSON object whose `data` and `metadata` are the stored text byte by byte,
 * or in base64 as `dataBase64` and `metadataBase64` where that would be no line of JSON (docs/export.md).
 */
export function eventLine({ stream, revision, id, type, data, metadata }: RawEvent): string {
  const fields = [
    `"stream":${JSON.stringify(stream)}`,
    `"revision":${revision}`,
    `"id":${JSON.stringify(id)}`,
    `"type":${JSON.stringify(type)}`,
    field('data', data),
    field('metadata', metadata),
  ];
  return `{${fields.join(',')}}\n`;
}

function field(name: string, bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString();
  return isUtf8(bytes) && isObjectOnOneLine(text)
    ? `"${name}":${text}`
    : `"${name}Base64":"${Buffer.from(bytes).toString('base64')}"`;
}

function isObjectOnOneLine(text: string): boolean {
  if (!text.startsWith('{') || !text.endsWith('}') || /[\r\n]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
