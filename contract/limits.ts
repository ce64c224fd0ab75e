// Limits that only the contract has; those that the ledger or the read models share are in ledger/model/constants.ts. Without zod, so
// that a screen can show a limit and not carry the schemas.

/** Longest email and password, in UTF-16 units: they only bound the size of a request (product 2.1). */
export const EMAIL_MAX = 254;
export const PASSWORD_MAX = 512;

/** The largest image file, and the most pixels that are decoded (product 2.1). */
export const IMAGE_MEGABYTES_MAX = 5;
export const IMAGE_BYTES_MAX = IMAGE_MEGABYTES_MAX * 1024 * 1024;
export const IMAGE_MEGAPIXELS_MAX = 40;

/** How many rows a page of transactions or of history has where the call names no limit, and how many at most. */
export const PAGE_ROWS = 50;
export const PAGE_ROWS_MAX = 500;

/** How many transactions recent-transactions gives. */
export const RECENT_TRANSACTIONS = 5;
