import { addresses } from './addresses.ts';
import { type Call, nothing } from './call.ts';

/** The calls of /demo. */
export const demoCalls = {
  resetDemoUser: {
    ...addresses.resetDemoUser,
    kind: 'action',
    summary: 'Resets the demo user to its initial state.',
    session: true,
    data: nothing,
    problems: ['not_found', 'too_many_requests', 'busy'],
  },
} as const satisfies Record<string, Call>;
