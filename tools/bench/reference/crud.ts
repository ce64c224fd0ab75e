import { randomUUID } from 'node:crypto';
import bodyParser from '@koa/bodyparser';
import Koa from 'koa';
import pg from 'pg';

// The reference for a recorded expense: plain CRUD. Each request inserts a row and updates balance and statistics in
// one transaction, and gives the balance. It has no sessions, no history and no audit.

const { DATABASE_URL } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
await pool.query(`
  DROP SCHEMA IF EXISTS crud CASCADE;
  CREATE SCHEMA crud;
  CREATE TABLE crud.accounts (user_id uuid PRIMARY KEY, balance bigint NOT NULL);
  CREATE TABLE crud.transactions (transaction_id uuid PRIMARY KEY, user_id uuid NOT NULL, title text NOT NULL,
    amount bigint NOT NULL, category text, wallet text NOT NULL, date date NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX ON crud.transactions (user_id, date DESC);
  CREATE TABLE crud.statistics (user_id uuid, period text, starts_on date, expense bigint NOT NULL,
    PRIMARY KEY (user_id, period, starts_on));
`);

const INSERT = `INSERT INTO crud.transactions (transaction_id, user_id, title, amount, category, wallet, date)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;
const BALANCE = `INSERT INTO crud.accounts VALUES ($1, -$2::bigint)
  ON CONFLICT (user_id) DO UPDATE SET balance = accounts.balance + excluded.balance RETURNING balance`;
const STATISTICS = `INSERT INTO crud.statistics
  SELECT $1, period, date_trunc(period, $2::date)::date, $3::bigint
    FROM unnest(ARRAY['week', 'month', 'year']) AS period
  ON CONFLICT (user_id, period, starts_on) DO UPDATE SET expense = statistics.expense + excluded.expense`;

const app = new Koa();
app.use(bodyParser());
app.use(async (ctx) => {
  const { userId, title, amount, category, wallet, date } = (ctx.request as unknown as { body: Record<string, string> })
    .body;
  const cents = Math.round(Number(amount) * 100);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const id = randomUUID();
    await client.query({ name: 'insert', text: INSERT, values: [id, userId, title, cents, category, wallet, date] });
    const { rows } = await client.query({ name: 'balance', text: BALANCE, values: [userId, cents] });
    await client.query({ name: 'statistics', text: STATISTICS, values: [userId, date, cents] });
    await client.query('COMMIT');
    ctx.body = { data: { _id: id, currentBalance: Number(rows[0].balance) / 100 } };
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
});

const server = app.listen(0, '127.0.0.1', () => process.send?.({ type: 'ready', address: server.address() }));
process.on('disconnect', () => process.exit());
