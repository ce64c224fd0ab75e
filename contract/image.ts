/** Allowed media types of receipts and avatars (product 2.6). */
export const IMAGE_TYPES = ['image/jpeg', 'image/png'] as const;
