/** What receipts and avatars may be (product 2.6). */
export const IMAGE_TYPES = ['image/jpeg', 'image/png'] as const;
