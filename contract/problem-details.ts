import { z } from 'zod';

/** Body of a failed response (Problem Details, RFC 9457). `errors` maps a field name to its message. */
export const problemDetails = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.string().optional(),
  errors: z.record(z.string(), z.string()).optional(),
});
export type Problem = z.infer<typeof problemDetails>;
