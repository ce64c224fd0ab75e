import { test as base } from '@playwright/test';

export * from '@playwright/test';

/** Playwright's `test`, with pages that have the day of the run, as the programs have (`tests/support/test-day.ts`). */
export const test = base.extend({
  context: async ({ context }, use) => {
    await context.addInitScript((aheadMs) => {
      const MachineDate = Date;
      const now = () => MachineDate.now() + aheadMs;
      window.Date = new Proxy(MachineDate, {
        construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
        apply: () => new MachineDate(now()).toString(),
        get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
      });
      MachineDate.prototype.constructor = window.Date;
    }, Number(process.env.TEST_CLOCK_AHEAD_MS));
    await use(context);
  },
});
