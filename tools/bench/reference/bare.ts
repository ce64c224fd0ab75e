import { createHash } from 'node:crypto';
import Koa from 'koa';
import pg from 'pg';

// The reference for a trivial authenticated GET: bare Koa with a response of the same size, at `/` without
// authentication, and at `/who` with a session lookup in Postgres.

const { DATABASE_URL } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
await pool.query(
  `CREATE TABLE IF NOT EXISTS sessions (token_hash bytea PRIMARY KEY, user_id uuid NOT NULL DEFAULT gen_random_uuid())`,
);
await pool.query('INSERT INTO sessions (token_hash) VALUES ($1) ON CONFLICT DO NOTHING', [hashOf('token')]);

const answer = { data: { goals: [] } };
const app = new Koa();
app.use(async (ctx) => {
  if (ctx.path === '/who') {
    const text = 'SELECT user_id FROM sessions WHERE token_hash = $1';
    const { rows } = await pool.query({ name: 'session', text, values: [hashOf(ctx.cookies.get('session') ?? '')] });
    if (rows.length === 0) ctx.throw(401);
  }
  ctx.body = answer;
});

const server = app.listen(0, '127.0.0.1', () => process.send?.({ type: 'ready', address: server.address() }));
process.on('disconnect', () => process.exit());

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
