import { readAtScrape } from './metrics.ts';

/** Gives a queue, whose length each scrape has from then on, under a name. */
export function watchQueue<Queue extends { running: number; waiting: number }>(name: string, queue: Queue): Queue {
  readAtScrape(() => [
    ['daybook_queue_running', queue.running, { queue: name }],
    ['daybook_queue_waiting', queue.waiting, { queue: name }],
  ]);
  return queue;
}
