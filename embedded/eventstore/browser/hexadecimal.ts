const PER_LINE = 16;

/** Bytes as people look at them: where they stand, each in hexadecimal, and what of it is ASCII. */
export function hexadecimal(bytes: Buffer): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += PER_LINE) {
    const line = bytes.subarray(at, at + PER_LINE);
    const digits = Array.from(line, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const signs = Array.from(line, (byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${at.toString(16).padStart(8, '0')}  ${digits.padEnd(PER_LINE * 3 - 1)}  ${signs}`);
  }
  return lines.join('\n');
}
