import { type EventLog, openEventLog } from '#event-log/event-log.ts';
import { type Caller, expectOk } from '#tests/support/caller.ts';
import type { BenchServer } from '../harness/bench-server.ts';
import type { Measure } from '../harness/measure.ts';
import { benchEntries, bulkOf, perSecond, sorted } from './bulk.ts';

const RULES = 100;

/** Measures a run of 100 rules that changes 10,000 entries against a bulk that changes them in the same way. */
export async function rulesRun(server: BenchServer): Promise<Measure[]> {
  const log = openEventLog(server.eventStoreUrl);
  return [
    {
      name: 'run of 100 rules over 10,000 entries ÷ the bulk that changes them alike',
      unit: '/s',
      goal: { least: 0.5 },
      pair: {
        ours: async () => {
          const user = await withRules(server, log);
          const rate = await perSecond(() => expectOk(user.post('/ledger/run-rules', {})));
          await sorted(user);
          return rate;
        },
        reference: async () => bulkOf((await benchEntries(server, log)).user),
      },
      close: () => log.close(),
    },
  ];
}

/** A user with 10,000 expenses, `Entry 0` to `Entry 9999`, and a rule for each last two digits of their titles. */
async function withRules(server: BenchServer, log: EventLog): Promise<Caller> {
  const { user } = await benchEntries(server, log);
  for (let number = 0; number < RULES; number += 1) {
    const digits = String(number).padStart(2, '0');
    const when = number < 10 ? `title:"${digits}" or title:"entry ${number}"` : `title:"${digits}"`;
    const then = { category: 'Groceries', addTags: ['sorted'] };
    await expectOk(user.post('/ledger/add-rule', { when, then }));
  }
  return user;
}
