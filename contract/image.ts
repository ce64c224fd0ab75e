/** What receipts and avatars may be (product 2.6). */
export const IMAGE_TYPES = ['image/jpeg', 'image/png'] as const;
/** The largest image file that is taken, in bytes: 5 MB (product 2.1). */
export const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
