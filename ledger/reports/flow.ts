import type { Categories } from '../model/categories.ts';
import { groupOf } from './report.ts';

/** A place through which money goes; `key` is the id of a category, `-`, or null for the hub, saved and drawn. */
export type FlowNode = { id: string; key: string | null; amount: number };

/** The amount that goes from a node to another one, in cents, above 0. */
export type FlowLink = { from: string; to: string; amount: number };

export const HUB = 'hub';
export const SAVED = 'saved';
export const DRAWN = 'drawn';

/**
 * The way of money from incomes through a hub to what was spent (product 14.3). Takes the sums of categories in cents,
 * each alone. A category that was refunded more than spent flows in, and an income below 0 flows out. What is left is
 * saved; what is lacking is drawn from what was there. By category, a group is between the hub and its categories. At
 * every node between what comes in goes out. Pure.
 */
export function flowOf(
  incomes: ReadonlyMap<string, number>,
  expenses: ReadonlyMap<string, number>,
  { depth, categories }: { depth: 'group' | 'category'; categories: Categories },
): { nodes: FlowNode[]; links: FlowLink[] } {
  const links: FlowLink[] = [];
  const keys = new Map<string, string | null>([[HUB, null]]);
  const flow = (from: [string, string | null], to: [string, string | null], amount: number) => {
    if (amount === 0) return;
    keys.set(...from).set(...to);
    const same = links.find((link) => link.from === from[0] && link.to === to[0]);
    if (same) same.amount += amount;
    else links.push({ from: from[0], to: to[0], amount });
  };
  const hub: [string, null] = [HUB, null];
  const comes = (key: string, amount: number) => flow([`in:${key}`, key], hub, amount);
  const byDepth = depth === 'group' ? groupedBy(incomes, categories) : incomes;
  for (const [key, amount] of inOrder(byDepth)) {
    if (amount > 0) comes(key, amount);
    else flow(hub, [`out:${key}`, key], -amount);
  }
  if (depth === 'group') {
    for (const [key, amount] of inOrder(groupedBy(expenses, categories))) {
      if (amount > 0) flow(hub, [`out:${key}`, key], amount);
      else comes(key, -amount);
    }
  } else {
    const spent = new Map([...expenses].filter(([, amount]) => amount > 0));
    for (const [group, amount] of inOrder(groupedBy(spent, categories))) {
      flow(hub, [`out:${group}`, group], amount);
      const below = inOrder(new Map([...spent].filter(([key]) => groupOf(key, categories) === group)));
      if (below.length === 1 && below[0]?.[0] === group) continue;
      for (const [key, part] of below) {
        flow([`out:${group}`, group], key === group ? [`own:${key}`, key] : [`out:${key}`, key], part);
      }
    }
    for (const [key, amount] of inOrder(expenses)) if (amount < 0) comes(key, -amount);
  }
  const total = (amounts: ReadonlyMap<string, number>) => [...amounts.values()].reduce((sum, each) => sum + each, 0);
  const net = total(incomes) - total(expenses);
  if (net > 0) flow(hub, [SAVED, null], net);
  else flow([DRAWN, null], hub, -net);
  return { nodes: links.length === 0 ? [] : nodesOf(keys, links), links };
}

/** The nodes with the larger of what comes in and what goes out. */
function nodesOf(keys: ReadonlyMap<string, string | null>, links: readonly FlowLink[]): FlowNode[] {
  const sum = (side: 'from' | 'to', id: string) =>
    links.reduce((total, link) => (link[side] === id ? total + link.amount : total), 0);
  return [...keys].map(([id, key]) => ({ id, key, amount: Math.max(sum('from', id), sum('to', id)) }));
}

function groupedBy(amounts: ReadonlyMap<string, number>, categories: Categories): Map<string, number> {
  const groups = new Map<string, number>();
  for (const [key, amount] of amounts) {
    const group = groupOf(key, categories);
    groups.set(group, (groups.get(group) ?? 0) + amount);
  }
  return groups;
}

/** The largest first, of equal ones by key. */
function inOrder(amounts: ReadonlyMap<string, number>): [string, number][] {
  return [...amounts].toSorted(([one, left], [other, right]) => right - left || (one < other ? -1 : 1));
}
