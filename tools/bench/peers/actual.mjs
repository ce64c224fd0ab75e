// Drives the server library of Actual for `npm run bench -- peers`, in a process of its own that runs with the
// machine's Node. A message `{ does, … }` is answered by `{ answer }`, a number or null, or by `{ error }`.

import { readdirSync, statSync } from 'node:fs';

const [packageUrl, folder] = process.argv.slice(2);
const beganMs = performance.now();
const api = await import(packageUrl);
await api.init({ dataDir: folder });

let account = '';
let categories = [];
let budget = '';

const REQUESTS = {
  /** Makes a budget with these categories, and plans for each of these months, amounts in cents. */
  async prepare({ names, months, planned }) {
    const known = new Set((await api.getBudgets()).map(({ id }) => id));
    await api.runImport('bench', async () => {
      account = await api.createAccount({ name: 'Everyday' });
      const group = await api.createCategoryGroup({ name: 'Of the bench' });
      categories = [];
      for (const name of names) categories.push(await api.createCategory({ name, group_id: group }));
    });
    budget = (await api.getBudgets()).find(({ id }) => !known.has(id)).id;
    await api.batchBudgetUpdates(async () => {
      for (const month of months) for (const id of categories) await api.setBudgetAmount(month, id, planned);
    });
    return null;
  },

  /** Imports rows into the account: the milliseconds. A row's `category` is an index or null. */
  async import({ rows }) {
    const transactions = rows.map(({ category, ...row }) => ({
      ...row,
      account,
      ...(category !== null && { category: categories[category] }),
    }));
    const since = performance.now();
    const { added, errors } = await api.importTransactions(account, transactions);
    if (added.length !== rows.length || errors.length > 0) throw new Error(`${added.length} rows were added.`);
    return performance.now() - since;
  },

  month: ({ month, times }) => median(times, () => api.getBudgetMonth(month)),

  search: ({ word, times }) =>
    median(times, () =>
      api.aqlQuery(
        api
          .q('transactions')
          .filter({ notes: { $like: `%${word}%` } })
          .select('*')
          .orderBy({ date: 'desc' })
          .limit(50),
      ),
    ),

  byCategory: ({ from, times }) =>
    median(times, () =>
      api.aqlQuery(
        api
          .q('transactions')
          .filter({ date: { $gte: from } })
          .groupBy('category')
          .select(['category', { total: { $sum: '$amount' } }]),
      ),
    ),

  expense: ({ date, times }) =>
    median(times, () =>
      api.addTransactions(account, [{ date, amount: -325, payee_name: 'Tea', category: categories[0] }]),
    ),

  /** The bytes of the files of the budget. */
  bytes: () =>
    readdirSync(`${folder}/${budget}`).reduce((sum, name) => sum + statSync(`${folder}/${budget}/${name}`).size, 0),

  /** The milliseconds from the program's begin until a month of the largest budget is read. */
  async open({ month }) {
    const size = ({ id }) => statSync(`${folder}/${id}/db.sqlite`).size;
    const [largest] = (await api.getBudgets()).toSorted((a, b) => size(b) - size(a));
    await api.loadBudget(largest.id);
    await api.getBudgetMonth(month);
    return performance.now() - beganMs;
  },

  async end() {
    await api.shutdown();
    return null;
  },
};

async function median(times, action) {
  const took = [];
  for (let time = 0; time < times; time += 1) {
    const since = performance.now();
    await action();
    took.push(performance.now() - since);
  }
  return took.sort((a, b) => a - b)[Math.floor(times / 2)];
}

process.on('message', async ({ does, ...input }) => {
  try {
    process.send({ answer: await REQUESTS[does](input) });
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) });
  }
  if (does === 'end') process.disconnect();
});
process.send({ answer: null });
