/**
 * The version of the read models: a hash of the code that decides their rows (decision 8). `npm run docs` writes it,
 * and a test fails if it is not the hash of the code. Read models of another version are built anew from the log, and
 * commands don't start from rows that another version folded.
 */
export const READ_MODEL_VERSION = '1751230e3f7448d7';
