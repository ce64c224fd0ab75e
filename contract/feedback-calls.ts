import { z } from 'zod';
import { addresses } from './addresses.ts';
import { type Call, nothing } from './call.ts';
import { choice, description } from './fields.ts';
import { messages } from './messages.ts';

/** Allowed ratings (product 2.7). */
export const RATINGS = ['1-star', '2-star', '3-star', '4-star', '5-star'] as const;
/** Maximum length of a feedback text, in UTF-16 code units. */
export const FEEDBACK_MAX = 2_000;

/** Body of create-feedback. */
export const feedbackInput = z.strictObject({
  rating: choice(RATINGS, messages.ratingRequired),
  description: description(FEEDBACK_MAX),
});

/** The calls of /feedback. */
export const feedbackCalls = {
  createFeedback: {
    ...addresses.createFeedback,
    kind: 'action',
    summary: 'Stores feedback about Daybook.',
    session: true,
    body: feedbackInput,
    data: nothing,
    problems: ['too_many_requests'],
  },
} as const satisfies Record<string, Call>;
