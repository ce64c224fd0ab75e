import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

const HELP = { help: { type: 'boolean' } } as const satisfies ParseArgsOptionsConfig;
const EXIT_NOT_UNDERSTOOD = 2;

type Read<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options & typeof HELP; allowPositionals: true }>
>;

/**
 * Reads the command line of a program of package.json: its options, and at most `namesMax` names. For `--help` it
 * prints `usage` and ends the program with 0; for what it doesn't understand it prints one sentence and ends it with 2.
 */
export function readCommandLine<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  namesMax = 0,
): Read<Options> {
  try {
    const read = parseArgs({ options: { ...HELP, ...options }, allowPositionals: true }) as Read<Options>;
    if ((read.values as { help?: boolean }).help) {
      console.log(usage);
      process.exit(0);
    }
    const tooMany = read.positionals[namesMax];
    if (tooMany !== undefined) refuse(`'${tooMany}' is one argument too many`);
    return read;
  } catch (error) {
    return refuse(sentenceOf(error));
  }
}

/** Prints what is wrong with a command line, a sentence without its end, and ends the program. */
export function refuse(what: string): never {
  console.error(`${what}: --help says what it takes.`);
  process.exit(EXIT_NOT_UNDERSTOOD);
}

/** The messages of `parseArgs` are its caller's: they say what to write in a program. */
function sentenceOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const [, option = ''] = /'(?:-\w, )?(-[^' ]*)/.exec(message) ?? [];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `There is no option '${option}'`;
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') throw error;
  return message.includes('does not take') ? `${option} takes no value` : `${option} needs a value`;
}
