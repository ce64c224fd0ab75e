import { describe, expect, test } from 'vitest';
import type { LedgerEvent } from '#ledger/events.ts';
import { deposited, earned, spent, units } from '#ledger/testing/scenario.ts';
import { erasure, givenRows, logged } from '../testing/given-rows.ts';

const reset: LedgerEvent = { type: 'LedgerReset', data: {} };
const unreadable = (revision: number) => logged(spent(5), revision, { type: 'GoldFound' });

describe('events that follow the rows', () => {
  test('are applied', () => {
    givenRows(deposited(100))
      .whenDelivered(logged(spent(5), 1), logged(earned(7), 2))
      .thenProgress(({ rows, stall }) => {
        expect(rows).toMatchObject({ revision: 2n, state: { balance: units(102) } });
        expect(stall).toBeNull();
      });
  });

  test('are skipped up to the revision of the rows', () => {
    givenRows(deposited(100))
      .whenDelivered(logged(deposited(100), 0), logged(spent(5), 1), logged(spent(5), 1))
      .thenProgress(({ rows, stall }) => {
        expect(rows).toMatchObject({ revision: 1n, state: { balance: units(95) }, transactionCount: 1 });
        expect(stall).toBeNull();
      });
  });

  test('leave the rows as they are where all were applied before', () => {
    givenRows(deposited(100))
      .whenDelivered(logged(deposited(100), 0))
      .thenProgress(({ rows }) => expect(rows).toMatchObject({ revision: 0n, state: { history: { events: [] } } }));
  });
});

describe('the ledger is stalled', () => {
  test('before an event that can not be decoded', () => {
    givenRows(deposited(100))
      .whenDelivered(logged(spent(5), 1), unreadable(2), logged(earned(7), 3))
      .thenProgress(({ rows, stall }) => {
        expect(rows).toMatchObject({ revision: 1n, state: { balance: units(95) } });
        expect(stall).toEqual({ revision: 2n, eventId: 'event 2', reason: 'unknown event type "GoldFound"' });
      });
  });

  test('before an event that follows a gap', () => {
    givenRows(deposited(100))
      .whenDelivered(logged(spent(5), 1), logged(earned(7), 3))
      .thenProgress(({ rows, stall }) => {
        expect(rows.revision).toBe(1n);
        expect(stall).toEqual({ revision: 3n, eventId: 'event 3', reason: 'revision 2 is missing' });
      });
  });

  test('before an event that contradicts the ones before it', () => {
    givenRows(deposited(100))
      .whenDelivered(logged(spent(5), 1), logged(spent(5), 2), logged(earned(7), 3))
      .thenProgress(({ rows, stall }) => {
        expect(rows.revision).toBe(1n);
        expect(stall).toMatchObject({ revision: 2n, reason: expect.stringContaining('is recorded already') });
      });
  });

  test('until a reset, which may follow a gap', () => {
    givenRows(deposited(100))
      .whenDelivered(unreadable(1), logged(spent(5), 2), logged(reset, 4), logged(earned(7, 1), 5))
      .thenProgress(({ rows, stall }) => {
        expect(rows).toMatchObject({ revision: 5n, cleared: true, state: { balance: units(7) }, transactionCount: 1 });
        expect(stall).toBeNull();
      });
  });
});

test('an erasure leaves no rows, and what follows it begins anew', () => {
  givenRows(deposited(100))
    .whenDelivered(logged(spent(5), 1), erasure(2))
    .thenProgress(({ rows, stall }) => {
      expect(rows).toMatchObject({ revision: 2n, cleared: true, erased: true, transactionCount: 0 });
      expect(rows.state.history.events).toEqual([]);
      expect(rows.state.balance).toBe(0);
      expect(stall).toBeNull();
    });
});
