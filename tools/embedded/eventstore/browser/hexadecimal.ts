const BYTES_PER_LINE = 16;

/** A hex dump: on each line the offset, 16 bytes in hexadecimal, and their ASCII characters. */
export function hexadecimal(bytes: Buffer): string {
  const lines: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += BYTES_PER_LINE) {
    const line = bytes.subarray(offset, offset + BYTES_PER_LINE);
    const digits = Array.from(line, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const characters = Array.from(line, (byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${offset.toString(16).padStart(8, '0')}  ${digits.padEnd(BYTES_PER_LINE * 3 - 1)}  ${characters}`);
  }
  return lines.join('\n');
}
