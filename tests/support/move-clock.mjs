/** Moves the clock of this program or page by milliseconds. A page gets its text, so it uses nothing around it. */
export function moveClock(aheadMs) {
  const MachineDate = Date;
  const now = () => MachineDate.now() + aheadMs;
  const MovedDate = new Proxy(MachineDate, {
    construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
    apply: () => new MachineDate(now()).toString(),
    get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
  });
  MachineDate.prototype.constructor = MovedDate;
  globalThis.Date = MovedDate;
}
