import { z } from 'zod';
import { choice, description } from './fields.ts';
import { messages } from './messages.ts';

/** How a person rates Daybook (product 2.7). */
export const RATINGS = ['1-star', '2-star', '3-star', '4-star', '5-star'] as const;
/** Longest feedback, in UTF-16 units. */
export const FEEDBACK_MAX = 2_000;

/** create-feedback. */
export const feedbackInput = z.strictObject({
  rating: choice(RATINGS, messages.ratingRequired),
  description: description(FEEDBACK_MAX),
});
