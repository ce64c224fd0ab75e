import { describe, expect, it } from 'vitest';
import { Turns } from './turns.ts';

/** A job that ends when it is told to; `started` has the names of those that run or have run. */
function jobs(turns: Turns) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (key: string, name: string) =>
    turns.run(key, async () => {
      started.push(name);
      await new Promise<void>((end) => ends.set(name, end));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, begin, end };
}

describe('turns', () => {
  it('runs as many jobs as there are permits, and fewer of one key', async () => {
    let now = 0;
    const { started, begin, end } = jobs(new Turns(3, 2, () => now));
    void begin('ann', 'a1');
    void begin('ann', 'a2');
    void begin('ann', 'a3');
    void begin('bob', 'b1');
    void begin('bob', 'b2');
    await Promise.resolve();
    expect(started).toEqual(['a1', 'a2', 'b1']);
    now = 10;
    await end('a1');
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2']);
  });

  it('lets whoever used less time go first, however late they came', async () => {
    let now = 0;
    const { started, begin, end } = jobs(new Turns(1, 1, () => now));
    for (const name of ['a1', 'a2', 'a3']) void begin('ann', name);
    await Promise.resolve();
    now = 10_000;
    await end('a1');
    expect(started).toEqual(['a1', 'a2']);
    void begin('bob', 'b1');
    now = 11_000;
    await end('a2');
    expect(started.at(-1)).toBe('b1');
    now = 12_000;
    await end('b1');
    expect(started.at(-1)).toBe('a3');
  });

  it('forgets what was used long ago', async () => {
    let now = 0;
    const { started, begin, end } = jobs(new Turns(1, 1, () => now));
    void begin('ann', 'a1');
    await Promise.resolve();
    now = 10_000;
    await end('a1');
    now = 3_600_000;
    void begin('cy', 'c1');
    await Promise.resolve();
    now += 5;
    void begin('ann', 'a2');
    void begin('cy', 'c2');
    await Promise.resolve();
    await end('c1');
    expect(started).toEqual(['a1', 'c1', 'a2']);
  });

  it('is short of permits where all are taken and somebody waits', async () => {
    const turns = new Turns(2, 1);
    const { begin, end } = jobs(turns);
    void begin('ann', 'a1');
    void begin('ann', 'a2');
    await Promise.resolve();
    expect(turns.isShort).toBe(false);
    void begin('bob', 'b1');
    await Promise.resolve();
    expect(turns.isShort).toBe(true);
    await end('a1');
    await end('a2');
    expect(turns.isShort).toBe(false);
  });

  it('gives the result, passes on what fails, and is free again after it', async () => {
    const turns = new Turns(1, 1);
    await expect(turns.run('ann', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(turns.run('ann', async () => 7)).resolves.toBe(7);
  });
});
