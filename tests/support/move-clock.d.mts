export function moveClock(aheadMs: number): void;
