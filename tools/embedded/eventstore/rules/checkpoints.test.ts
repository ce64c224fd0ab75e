import { describe, expect, test } from 'vitest';
import { CheckpointCounter } from './checkpoints.ts';

/** The checkpoints for a history and live events: `m` is a match, `.` any other event, at positions from 1 on. */
function told(window: number, interval: number, history: string, live = ''): string[] {
  const counter = new CheckpointCounter(window, interval);
  const log: string[] = [];
  let commit = 0n;
  const show = (kind: string, position: { commit: bigint; prepare: bigint } | undefined) => {
    if (kind === 'm') log.push(`match ${commit}`);
    if (position) log.push(`checkpoint ${position.commit}/${position.prepare}`);
  };
  for (const kind of history) show(kind, counter.considered(++commit, kind === 'm'));
  counter.goLive();
  log.push('caught up');
  for (const kind of live) {
    commit++;
    show(kind, counter.live(commit));
  }
  return log;
}

describe('checkpoints', () => {
  test('have the position of the first event of a page without a match, and wait for the page to be full', () => {
    expect(told(3, 1, '.......')).toEqual(['checkpoint 1/0', 'checkpoint 4/0', 'caught up']);
  });

  test('have the position of the last match of a page', () => {
    expect(told(3, 1, 'm.m...')).toEqual(['match 1', 'match 3', 'checkpoint 3/3', 'checkpoint 4/0', 'caught up']);
  });

  test('are due after as many pages as the interval', () => {
    expect(told(2, 3, '............')).toEqual(['checkpoint 5/0', 'checkpoint 11/0', 'caught up']);
  });

  test('count the last page when live, and have the position of the event', () => {
    expect(told(3, 1, '....', '.m...')).toEqual([
      'checkpoint 1/0',
      'caught up',
      'match 6',
      'checkpoint 6/6',
      'checkpoint 9/9',
    ]);
  });

  test('a page ends after 32 matches', () => {
    const log = told(100, 1, `${'m'.repeat(40)}${'.'.repeat(100)}`);
    expect(log.filter((entry) => entry.startsWith('checkpoint'))).toEqual(['checkpoint 40/40']);
  });

  test('restart the count at the first live one, whatever the last pages have counted beyond it', () => {
    expect(told(100, 1, `${'m'.repeat(96)}${'.'.repeat(20)}`, '.'.repeat(101)).slice(-3)).toEqual([
      'caught up',
      'checkpoint 117/117',
      'checkpoint 217/217',
    ]);
  });

  test('have a window of 32 if none is given', () => {
    expect(told(0, 1, '', '.'.repeat(64))).toEqual(['caught up', 'checkpoint 32/32', 'checkpoint 64/64']);
  });
});
