/**
 * Moves the clock of this program or page by milliseconds. A page gets its text, so it uses nothing around it. It is a
 * function, since a proxy takes many times as long, and programs make dates by the thousand.
 */
export function moveClock(aheadMs) {
  const MachineDate = Date;
  const now = () => MachineDate.now() + aheadMs;
  function MovedDate(...parts) {
    if (!new.target) return new MachineDate(now()).toString();
    if (new.target !== MovedDate)
      return Reflect.construct(MachineDate, parts.length === 0 ? [now()] : parts, new.target);
    if (parts.length === 1) return new MachineDate(parts[0]);
    return parts.length === 0 ? new MachineDate(now()) : new MachineDate(...parts);
  }
  MovedDate.prototype = MachineDate.prototype;
  MovedDate.prototype.constructor = MovedDate;
  Object.assign(MovedDate, { now, parse: MachineDate.parse, UTC: MachineDate.UTC });
  Object.defineProperty(MovedDate, 'name', { value: 'Date' });
  Object.defineProperty(MovedDate, 'length', { value: MachineDate.length });
  globalThis.Date = MovedDate;
}
