import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide } from '../../ledger/decide.ts';
import { evolve } from '../../ledger/evolve.ts';
import { EMPTY } from '../../ledger/model/state.ts';
import { anyCommands } from '../../ledger/testing/any-commands.ts';
import { apply, disagreements, emptyLedger } from './audit-ledger.ts';

test('no event that decide gives is a contradiction', () => {
  fc.assert(
    fc.property(anyCommands(), (commands) => {
      const ledger = emptyLedger(0n);
      let state = EMPTY;
      let revision = 0n;
      for (const command of commands) {
        const decision = decide(command, state);
        for (const event of decision.outcome === 'events' ? decision.events : []) {
          state = evolve(state, event);
          expect(apply(ledger, event, { recordedAt: '2026-11-20T12:00:00.000Z' }, revision)).toEqual([]);
          expect(disagreements(ledger)).toEqual([]);
          expect(ledger.balance).toBe(BigInt(state.balance));
          revision += 1n;
        }
      }
    }),
    { numRuns: 300 },
  );
});
