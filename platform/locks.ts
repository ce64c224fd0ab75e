/**
 * The keys of the advisory locks that programs take in Daybook's database. A database has one space of keys for all of
 * them: were two keys equal, two kinds of work would keep each other waiting.
 */
export const LOCKS = {
  /** Programs that start together bring the schema up to date one after the other. */
  migrations: 0x6461_7962,
  /** One process at a time resets the demo user or puts its profile back. */
  demoReset: 0x6461_7964,
  /** Whoever holds it deletes the images that nothing refers to. */
  imageSweep: 0x6461_7966,
  /** Whoever holds it is the worker that leads. */
  lead: 0x6461_7970,
  /** Whoever holds it builds the read models anew beside the live ones. */
  replay: 0x6461_7972,
} as const;

/** The channels of NOTIFY in Daybook's database; each has one meaning to all who listen. */
export const CHANNELS = {
  /** The live read models have moved on: a transaction of the worker or of a replay was committed. A hint to look, without a payload. */
  commits: 'projections',
} as const;
