// Limits of the contract alone; limits shared with the ledger or the read models are in ledger/model/constants.ts. This
// file does not import zod, so that a screen can show a limit without loading the schemas.

/** Maximum length of email and password, in UTF-16 code units. They only bound the size of a request (product 2.1). */
export const EMAIL_MAX = 254;
export const PASSWORD_MAX = 512;

/** Maximum size of an image file in bytes and in pixels (product 2.1). */
export const IMAGE_MEGABYTES_MAX = 5;
export const IMAGE_BYTES_MAX = IMAGE_MEGABYTES_MAX * 1024 * 1024;
export const IMAGE_MEGAPIXELS_MAX = 40;

/** Allowed media types of receipts and avatars (product 2.6). */
export const IMAGE_TYPES = ['image/jpeg', 'image/png'] as const;

/** Most answers of an undo: more conflicts than their ids fit into a body. */
export const ANSWERS_MAX = 1_500;

/** Maximum size of an imported file, and of the choices for its rows, in bytes (product 2.1). */
export const IMPORT_MEGABYTES_MAX = 20;
export const IMPORT_BYTES_MAX = IMPORT_MEGABYTES_MAX * 1024 * 1024;
export const CHOICES_BYTES_MAX = 8 * 1024 * 1024;

/** Rows that all visitors of the demo user may import in a day, and the rows of one address. */
export const DEMO_IMPORTED_ROWS_A_DAY_MAX = 100_000;
export const DEMO_IMPORTED_ROWS_A_DAY_OF_ADDRESS_MAX = 25_000;

/** Default and maximum number of rows of a file in a page of a preview. */
export const IMPORT_PAGE_ROWS = 200;
export const IMPORT_PAGE_ROWS_MAX = 2_000;

/** Default and maximum number of rows in a page of transactions or history. */
export const PAGE_ROWS = 50;
export const PAGE_ROWS_MAX = 500;

/** Default and maximum number of titles that complete what was typed. */
export const TITLES = 8;
export const TITLES_MAX = 50;

/** Longest line that is entered, and how far its day may be from the server's, in days. */
export const LINE_MAX = 500;
export const WRITTEN_DAYS_MAX = 31;
/** Longest name of a view, in UTF-16 units, and most views of a user (product 2.1). */
export const VIEW_NAME_MAX = 40;
export const VIEWS_MAX = 100;

/** Longest name of a report, and most reports that a user keeps. */
export const REPORT_NAME_MAX = 40;
export const REPORTS_MAX = 100;
/** Rows of a report where no limit is named, and at most; most columns, and most accounts that it can be about. */
export const REPORT_ROWS = 50;
export const REPORT_ROWS_MAX = 500;
export const REPORT_COLUMNS_MAX = 400;
export const REPORT_ACCOUNTS_MAX = 50;
/** Most months of a report of budgets. */
export const REPORT_MONTHS_MAX = 36;

/** Most ids in a list of a bulk, bytes of its body, and skipped entries that its preview names. */
export const BULK_IDS_MAX = 10_000;
export const BULK_BODY_BYTES_MAX = 1024 * 1024;
export const SKIPPED_MAX = 500;

/** Most conflicts that the refusal of an undo names. */
export const CONFLICTS_MAX = 500;

/** Number of entries in a page of an explanation, where no limit is named. */
export const EXPLAINED_ROWS = 100;

/** Most steps that what-changed names one by one; where there are more, the smallest are one step together. */
export const STEPS_MAX = 12;

/** Most points of a balance by date: ten years of days, and some more. */
export const NET_WORTH_POINTS_MAX = 4_000;

/** Most occurrences of a rule that one answer has (product 2.1). */
export const OCCURRENCES_MAX = 1_000;

/** How many days a forecast goes ahead where it isn't said, and how many months at most (product 13.7). */
export const FORECAST_DAYS = 90;
export const FORECAST_MONTHS_MAX = 24;
export const FORECAST_DAYS_MAX = 31 * FORECAST_MONTHS_MAX;

/** Most occurrences in the calendar of a user, the first ones (product 13.8). */
export const CALENDAR_OCCURRENCES_MAX = 5_000;

/** Number of transactions that recent-transactions returns. */
export const RECENT_TRANSACTIONS = 5;

/** Longest name of a passkey or a token, and the number of each of a user. */
export const ACCESS_NAME_MAX = 30;
export const PASSKEYS_MAX = 20;
export const TOKENS_MAX = 50;
/** Most accounts that a token can be limited to. */
export const TOKEN_ACCOUNTS_MAX = 100;
/** The most days that a token's entries may be away from today, where it is limited: all that a date can be. */
export const TOKEN_DAYS_MAX = 100_000;
/** Most webhooks of a user, longest address of one, and deliveries that its log has, the newest. */
export const WEBHOOKS_MAX = 10;
export const WEBHOOK_URL_MAX = 2_000;
export const WEBHOOK_LOG_MAX = 100;
/** Most commands of a proposal, and events that they lead to; longest reason, and bytes of the body (product 2.1). */
export const PROPOSAL_COMMANDS_MAX = 1_000;
export const PROPOSAL_EVENTS_MAX = 2_000;
export const PROPOSAL_REASON_MAX = 200;
export const PROPOSAL_BODY_BYTES_MAX = 1024 * 1024;
/** Most open proposals of a user, and closed ones that are kept, the newest. */
export const PROPOSALS_OPEN_MAX = 100;
export const PROPOSALS_CLOSED_MAX = 200;
/** A proposal that nobody has closed ends after these days. */
export const PROPOSAL_DAYS = 30;
/** Longest text of a code, with what somebody may type between its letters. */
export const TOTP_TEXT_MAX = 64;
/** Longest ticket of a login, and id of a credential in base64 (its 1,023 bytes). */
export const TICKET_MAX = 100;
export const CREDENTIAL_TEXT_MAX = 1_364;
