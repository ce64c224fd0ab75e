import { cp, glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { type Postgres, startPostgres } from '#tools/embedded/postgres/start.ts';
import { dumpDatabase } from './dump.ts';

/** The two databases of a data folder. */
export const DATABASES = ['daybook', 'eventstore'] as const;
type Database = (typeof DATABASES)[number];
/** The files of a data folder beside its Postgres that outlast a run. */
const SMALL_FILES = ['layout', 'secrets/*', 'stripe/*'];
/** The role that initdb makes, which owned the databases before they had roles of their own. */
const SUPERUSER = 'postgres';

/** The description of a frozen folder, in `folder.json`: the owners of its databases. */
type Described = { owners: Record<string, string> };

/**
 * Writes a stopped data folder into the folder `into` in a small form: its two databases as compressed SQL, and the
 * small files beside them.
 */
export async function freezeFolder(dataDir: string, into: string): Promise<void> {
  for await (const file of glob(SMALL_FILES, { cwd: dataDir })) {
    await mkdir(dirname(join(into, 'files', file)), { recursive: true });
    await cp(join(dataDir, file), join(into, 'files', file));
  }
  const postgres = await startPostgres({ dataDir });
  try {
    const owners: Described['owners'] = {};
    for (const name of DATABASES) {
      await withClient(postgres.superuserUrl(name), async (client) => {
        const { rows } = await client.query<{ owner: string }>(
          'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = current_database()',
        );
        owners[name] = rows[0]?.owner ?? SUPERUSER;
        await writeFile(join(into, `${name}.sql.gz`), gzipSync(await dumpDatabase(client), { level: 9 }));
      });
    }
    await writeFile(join(into, 'folder.json'), `${JSON.stringify({ owners } satisfies Described, undefined, 2)}\n`);
  } finally {
    await postgres.stop();
  }
}

/** Makes a data folder of a frozen one, as its version had left it when it was stopped. */
export async function thawFolder(frozen: string, dataDir: string): Promise<void> {
  await cp(join(frozen, 'files'), dataDir, { recursive: true });
  const { owners } = JSON.parse(await readFile(join(frozen, 'folder.json'), 'utf8')) as Described;
  const postgres = await startPostgres({ dataDir });
  try {
    for (const name of DATABASES) {
      const owner = owners[name] ?? SUPERUSER;
      await createDatabase(postgres, dataDir, name, owner);
      await thawDatabase(frozen, name, postgres.superuserUrl(name), owner);
    }
  } finally {
    await postgres.stop();
  }
}

async function createDatabase(postgres: Postgres, dataDir: string, name: string, owner: string): Promise<void> {
  await withClient(postgres.superuserUrl('postgres'), async (client) => {
    if (owner !== SUPERUSER) {
      const password = (await readFile(join(dataDir, 'secrets', `postgres-password-of-${owner}`), 'utf8')).trim();
      await client.query(`CREATE ROLE ${owner} LOGIN PASSWORD ${client.escapeLiteral(password)}`);
    }
    await client.query(`CREATE DATABASE ${name} OWNER ${owner}`);
    if (owner !== SUPERUSER) await client.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
  });
}

/** Fills an empty database with one of a frozen folder. All that is in it becomes that role's. */
export async function thawDatabase(frozen: string, name: Database, url: string, role = SUPERUSER): Promise<void> {
  const sql = gunzipSync(await readFile(join(frozen, `${name}.sql.gz`))).toString();
  await withClient(url, async (client) => {
    await client.query(`SET ROLE ${role}`);
    await client.query(sql);
  });
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
