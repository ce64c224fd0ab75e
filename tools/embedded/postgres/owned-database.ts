import pg from 'pg';
import { PostgresFailure } from './failure.ts';
import { SUPERUSER_SECRET } from './password.ts';
import { secretFile, secretIn } from './secret.ts';

/** Key of the advisory lock: one program at a time creates roles and databases. */
const MAKE_DATABASE_LOCK = 0x6461_7980;

/**
 * Makes sure that the database `name` exists and belongs to a role of the same name. The role has no superuser rights,
 * and only it and the superuser may connect. Objects that an earlier version created as the superuser become the
 * role's. `superuserUrl` gives the superuser's URL of a database. Gives the role's password, which is a secret of
 * `dataDir`. Throws a `PostgresFailure` where the superuser's password is wrong, or the role's is damaged.
 */
export async function ownedDatabase(
  superuserUrl: (database: string) => string,
  name: string,
  dataDir: string,
): Promise<string> {
  const password = await secretIn(dataDir, `postgres-password-of-${name}`);
  await connected(superuserUrl('postgres'), dataDir, async (client) => {
    const [role, database] = [client.escapeIdentifier(name), client.escapeIdentifier(name)];
    await client.query('SELECT pg_advisory_lock($1)', [MAKE_DATABASE_LOCK]);
    // Postgres logs the text of a failed statement, which here has a password.
    await client.query('SET log_min_error_statement = panic');
    const { rows: roles } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
    await client.query(
      `${roles.length > 0 ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN PASSWORD ${client.escapeLiteral(password)}`,
    );
    await client.query('REVOKE CONNECT, TEMPORARY ON DATABASE postgres, template1 FROM PUBLIC');
    const { rows: databases } = await client.query<{ owner: string }>(
      'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1',
      [name],
    );
    if (databases.length === 0) await client.query(`CREATE DATABASE ${database} OWNER ${role}`);
    else if (databases[0]?.owner !== name) {
      await connected(superuserUrl(name), dataDir, (inside) => changeOwner(inside, role));
      await client.query(`ALTER DATABASE ${database} OWNER TO ${role}`);
    }
    await client.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${database} FROM PUBLIC`);
  });
  return password;
}

/**
 * Makes the role the owner of all schemas, tables, sequences, views and functions that the superuser owns in a
 * database.
 */
async function changeOwner(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `WITH namespaces AS (
       SELECT oid, nspname, nspowner FROM pg_namespace
       WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema')
     SELECT format('ALTER SCHEMA %I OWNER TO %s', nspname, $1::text) AS statement
       FROM namespaces WHERE nspowner = $2::oid
     UNION ALL
     SELECT format('ALTER %s %s OWNER TO %s',
         CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW'
           ELSE 'TABLE' END,
         c.oid::regclass, $1::text)
       FROM pg_class c JOIN namespaces n ON n.oid = c.relnamespace
       WHERE c.relowner = $2::oid AND c.relkind IN ('r', 'p', 'S', 'v', 'm')
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass
           AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i'))
     UNION ALL
     SELECT format('ALTER ROUTINE %s OWNER TO %s', p.oid::regprocedure, $1::text)
       FROM pg_proc p JOIN namespaces n ON n.oid = p.pronamespace WHERE p.proowner = $2::oid`,
    [role, BOOTSTRAP_SUPERUSER_ID],
  );
  await client.query(['BEGIN', ...rows.map(({ statement }) => statement), 'COMMIT'].join(';\n'));
}

/** The object id of the role that initdb creates. */
const BOOTSTRAP_SUPERUSER_ID = 10;

async function connected(url: string, dataDir: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // The statement under way rejects.
  try {
    await client.connect();
    await work(client);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new PostgresFailure(
        `The password in ${secretFile(dataDir, SUPERUSER_SECRET)} isn't the database's: ` +
          'put the right one back from your backup.',
        { cause: error },
      );
    }
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
