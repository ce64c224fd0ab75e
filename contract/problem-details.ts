import { z } from 'zod';

/** Problem Details as they go over the wire (RFC 9457); `errors` has the message for each field, by the field's name. */
export const problemDetails = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.string().optional(),
  errors: z.record(z.string(), z.string()).optional(),
});
export type Problem = z.infer<typeof problemDetails>;
