/** What receipts and avatars may be (spec section 9). */
export const IMAGE_TYPES = ['image/jpeg', 'image/png'] as const;
/** The largest image file that is taken, in bytes: 5 MB (design section 8). */
export const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
