import { z } from 'zod';
import type { ProblemCode } from './problems.ts';

/** The file of a call. */
export type CallFile = { field: string; required: boolean; bytesMax?: number; json?: readonly string[] };

/** Definition of one API call. */
export type Call = CallBase & (CommandNeeds | { kind: 'query' | 'action' });

/**
 * The part of a ledger that a command's route takes, before and after. A command of the view alone is answered without
 * waiting for the read models (product 7.5). The route of any other finds rows that have all that its client has
 * written: `rows` is right for a command about which nobody is sure.
 */
type CommandNeeds = { kind: 'command'; needs: 'view' | 'rows' };

type CallBase = {
  method: 'GET' | 'POST';
  path: string;
  /**
   * A `command` appends events to the caller's ledger and is idempotent under its Idempotency-Key. A `query` changes
   * nothing. An `action` changes other state (an account, a session, a payment, a feedback, the demo user) and ignores
   * the key.
   */
  kind: 'command' | 'query' | 'action';
  /** One sentence for the API reference. */
  summary: string;
  /** Whether the call requires a session. */
  session: boolean;
  /** The inputs that need Premium: all, or those for which it gives true (product 1.2). */
  premium?: true | ((input: never) => boolean);
  /** Schema of a POST body. */
  body?: z.ZodType;
  /**
   * The file field of a multipart body, whether it is required, and its size in bytes where it is no image; text fields
   * in `json` hold JSON.
   */
  file?: CallFile;
  /** Most bytes of a JSON body, where it is not the usual. */
  bodyBytesMax?: number;
  /** Schema of the query string of a GET. */
  query?: z.ZodType;
  /** Schema of `data` in a successful response. */
  data: z.ZodType;
  /** Problem codes of this call, without those implied by its kind, input, file or session. */
  problems: readonly Exclude<
    ProblemCode,
    'invalid' | 'idempotency_key_reused' | 'session_required' | 'premium_required'
  >[];
};

/** `data` of a call that returns nothing. */
export const nothing = z.object({});
