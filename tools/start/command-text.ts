const PLAIN = /^[\w@%+=:,./-]+$/;

/** Returns a word as a shell takes it: in single quotes where it has a character that no plain path has. */
function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Returns the line to type that runs a command with settings; settings without a value are left out. */
export function commandText(settings: Readonly<Record<string, string | undefined>>, command: string): string {
  const given = Object.entries(settings).flatMap(([name, value]) => (value ? [`${name}=${quoted(value)}`] : []));
  return [...given, command].join(' ');
}
