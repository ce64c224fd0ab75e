/**
 * The keys of all advisory locks in Daybook's database. They share one key space, so each key must be unique.
 */
export const LOCKS = {
  /** Serializes the migrations of programs that start at the same time. */
  migrations: 0x6461_7962,
  /** Held to reset the demo user or restore its profile. */
  demoReset: 0x6461_7964,
  /** Held to delete unreferenced images. */
  imageSweep: 0x6461_7966,
  /** Held, together with a hash of the ledger's id, while a file is imported into the ledger. */
  import: 0x6461_7969,
  /** Held by the leading worker. */
  lead: 0x6461_7970,
  /** Held by a replay. */
  replay: 0x6461_7972,
} as const;

/** The NOTIFY channels in Daybook's database. */
export const CHANNELS = {
  /** The worker or a replay committed a transaction on the live read models (`projections/batches/reached.ts`). */
  commits: 'projections',
  /** Somebody waits for events that the worker may be gathering. */
  hurry: 'projections_hurry',
} as const;
