// The clock of every Node program of a test run: the machine's, moved by TEST_CLOCK_AHEAD_MS. `test-day.ts` has it
// loaded before anything else (NODE_OPTIONS). Durations are measured by `performance.now()`, which stays.

const aheadMs = Number(process.env.TEST_CLOCK_AHEAD_MS ?? 0);
const MachineDate = Date;
const now = () => MachineDate.now() + aheadMs;

const MovedDate = new Proxy(MachineDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  apply: () => new MachineDate(now()).toString(),
  get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
});
MachineDate.prototype.constructor = MovedDate;
globalThis.Date = MovedDate;
