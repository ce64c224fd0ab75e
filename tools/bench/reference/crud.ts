import { createHash, randomUUID } from 'node:crypto';
import bodyParser from '@koa/bodyparser';
import Koa from 'koa';
import pg from 'pg';
import { z } from 'zod';

// The reference for commands and reads: plain CRUD with the contract of Daybook's calls. A request's session is looked
// up, its input checked, and its idempotency key taken once; the row, the balance and three sums are written in one
// transaction; the answer is the whole user with the 50 newest transactions. It has no history, no undo and no audit.

const { DATABASE_URL } = process.env;
/** Daybook's own settings of the planner (platform/postgres.ts). */
const options = '-c enable_seqscan=off -c enable_bitmapscan=off -c jit=off -c datestyle=ISO';
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10, options });
await pool.query(`
  DROP SCHEMA IF EXISTS crud CASCADE;
  CREATE SCHEMA crud;
  CREATE TABLE crud.users (user_id uuid PRIMARY KEY, email text NOT NULL UNIQUE, full_name text NOT NULL,
    currency text NOT NULL DEFAULT 'USD', balance bigint NOT NULL DEFAULT 0, count integer NOT NULL DEFAULT 0);
  CREATE TABLE crud.sessions (token_hash bytea PRIMARY KEY, user_id uuid NOT NULL REFERENCES crud.users,
    seen_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE crud.commands (user_id uuid NOT NULL, key text NOT NULL, input_hash bytea NOT NULL,
    PRIMARY KEY (user_id, key));
  CREATE TABLE crud.transactions (transaction_id uuid PRIMARY KEY, user_id uuid NOT NULL REFERENCES crud.users,
    type text NOT NULL, title text NOT NULL, amount bigint NOT NULL, category text, wallet text, date date NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX ON crud.transactions (user_id, date DESC, created_at DESC);
  CREATE TABLE crud.statistics (user_id uuid, period text, starts_on date, income bigint NOT NULL DEFAULT 0,
    expense bigint NOT NULL DEFAULT 0, PRIMARY KEY (user_id, period, starts_on));
`);

const SESSION = `SELECT u.user_id, u.email, u.full_name, u.currency, s.seen_at FROM crud.sessions s
  JOIN crud.users u USING (user_id) WHERE s.token_hash = $1`;
const COMMAND = 'INSERT INTO crud.commands VALUES ($1, $2, $3) ON CONFLICT DO NOTHING';
const SEEN = 'SELECT input_hash FROM crud.commands WHERE user_id = $1 AND key = $2';
const INSERT = `INSERT INTO crud.transactions (transaction_id, user_id, type, title, amount, category, wallet, date)
  VALUES ($1, $2, 'Expense', $3, $4, $5, $6, $7)`;
const BALANCE = `UPDATE crud.users SET balance = balance - $2, count = count + 1
  WHERE user_id = $1`;
const STATISTICS = `INSERT INTO crud.statistics (user_id, period, starts_on, expense)
  SELECT $1, period, date_trunc(period, $2::date)::date, $3::bigint
    FROM unnest(ARRAY['week', 'month', 'year']) AS period
  ON CONFLICT (user_id, period, starts_on) DO UPDATE SET expense = statistics.expense + excluded.expense`;
const USER = 'SELECT balance, count FROM crud.users WHERE user_id = $1';
const NEWEST = `SELECT transaction_id, type, title, amount, category, wallet, date, created_at FROM crud.transactions
  WHERE user_id = $1 ORDER BY date DESC, created_at DESC LIMIT 50`;

const Expense = z.strictObject({
  title: z.string().trim().min(1).max(40),
  amount: z.number().min(1).max(999_999_999.99).multipleOf(0.01),
  category: z.string().max(40).optional(),
  wallet: z.enum(['Bank', 'Cash', 'Credit card', 'Debit card']),
  date: z.iso.date(),
});

type User = { user_id: string; email: string; full_name: string; currency: string };

/** The row of a request's session; 401 where there is none. */
async function sessionOf(ctx: Koa.Context): Promise<User> {
  const hash = createHash('sha256')
    .update(ctx.cookies.get('session') ?? '')
    .digest();
  const { rows } = await pool.query({ name: 'session', text: SESSION, values: [hash] });
  return rows[0] ?? ctx.throw(401);
}

/** The whole user with the newest transactions. */
async function answer({ user_id, email, full_name, currency }: User) {
  const [user, newest] = await Promise.all([
    pool.query({ name: 'user', text: USER, values: [user_id] }),
    pool.query({ name: 'newest', text: NEWEST, values: [user_id] }),
  ]);
  const { balance, count } = user.rows[0];
  return {
    data: {
      _id: user_id,
      email,
      fullName: full_name,
      bio: null,
      avatar: null,
      currency,
      currentBalance: Number(balance) / 100,
      income: null,
      expense: null,
      hasSetIncomeAndExpense: false,
      isPaidUser: false,
      dateOfBirth: null,
      transactionHistory: newest.rows.reverse().map((row) => ({
        _id: row.transaction_id,
        type: row.type,
        title: row.title,
        amount: Number(row.amount) / 100,
        category: row.category,
        date: row.date,
        createdAt: row.created_at.toISOString(),
        wallet: row.wallet,
        receipt: null,
      })),
      transactionCount: count,
      goals: [],
      accounts: [],
      stripeSessionId: null,
    },
  };
}

async function createExpense(user: User, key: string, body: unknown): Promise<'reused' | 'done' | 'malformed'> {
  const parsed = Expense.safeParse(body);
  if (!parsed.success) return 'malformed';
  const { title, amount, category, wallet, date } = parsed.data;
  const cents = Math.round(amount * 100);
  const inputHash = createHash('sha256').update(JSON.stringify(parsed.data)).digest();
  const { user_id } = user;
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rowCount } = await client.query({ name: 'command', text: COMMAND, values: [user_id, key, inputHash] });
    if (rowCount === 0) {
      const { rows } = await client.query({ name: 'seen', text: SEEN, values: [user_id, key] });
      await client.query('ROLLBACK');
      return inputHash.equals(rows[0].input_hash) ? 'done' : 'reused';
    }
    const values = [randomUUID(), user_id, title, cents, category, wallet, date];
    await client.query({ name: 'insert', text: INSERT, values });
    await client.query({ name: 'balance', text: BALANCE, values: [user_id, cents] });
    await client.query({ name: 'statistics', text: STATISTICS, values: [user_id, date, cents] });
    await client.query('COMMIT');
    return 'done';
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
const app = new Koa();
app.use(bodyParser());
app.use(async (ctx) => {
  // For the measures: a new user with a session.
  if (ctx.path === '/register') {
    const [userId, token] = [randomUUID(), randomUUID()];
    await pool.query('INSERT INTO crud.users VALUES ($1, $2, $3)', [userId, `${userId}@example.com`, 'Ada']);
    const hash = createHash('sha256').update(token).digest();
    await pool.query('INSERT INTO crud.sessions VALUES ($1, $2)', [hash, userId]);
    ctx.body = { token };
    return;
  }
  const user = await sessionOf(ctx);
  if (ctx.method === 'POST') {
    const key = ctx.get('Idempotency-Key') || randomUUID();
    const outcome = await createExpense(user, key, (ctx.request as unknown as { body: unknown }).body);
    if (outcome === 'malformed') ctx.throw(422);
    if (outcome === 'reused') ctx.throw(409);
  }
  ctx.body = await answer(user);
});

const server = app.listen(0, '127.0.0.1', () => process.send?.({ type: 'ready', address: server.address() }));
process.on('disconnect', () => process.exit());
