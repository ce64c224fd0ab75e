import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newDataFolder } from '../../../tests/support/data-folder.ts';
import { PostgresFailure } from './failure.ts';
import { type Postgres, startPostgres } from './start.ts';

const asRoot = process.getuid?.() === 0;
let dataDir: string;
const running: Postgres[] = [];

beforeEach(async () => {
  dataDir = await folder();
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((postgres) => postgres.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

async function folder(): Promise<string> {
  const made = await newDataFolder('postgres');
  await chmod(made, 0o711);
  return made;
}

/** A folder that a first start has prepared, for copies: initdb takes most of the time of a first start. */
let prepared: Promise<string> | null = null;
async function prepare(): Promise<string> {
  const made = await folder();
  await (await startPostgres({ dataDir: made })).stop();
  return made;
}
afterAll(async () => {
  if (prepared) await rm(await prepared, { recursive: true, force: true });
});

/** Fills the folder as a first start leaves it, with the owners of its files. */
async function afterFirstStart(dir = dataDir): Promise<void> {
  prepared ??= prepare();
  await promisify(execFile)('cp', ['-a', `${await prepared}/.`, dir]);
}

async function start(dir = dataDir): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir: dir });
  running.push(postgres);
  return postgres;
}

async function query(postgres: Postgres, sql: string, database = 'postgres'): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: postgres.superuserUrl(database) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const writeDown = (postgres: Postgres) => query(postgres, 'create table kept as select 42 as answer');
const readBack = (postgres: Postgres) => query(postgres, 'select answer from kept');

describe('a first start', () => {
  test('creates a cluster in UTF-8, sorted by code point, with a random password', async () => {
    const postgres = await start();
    await postgres.database('daybook');
    expect(
      await query(postgres, 'select pg_encoding_to_char(encoding) as encoding, datlocale from pg_database', 'daybook'),
    ).toContainEqual({ encoding: 'UTF8', datlocale: 'C.UTF-8' });
    const password = await stat(join(dataDir, 'secrets', 'postgres-password'));
    expect(password.mode & 0o777).toBe(0o600);
    const stranger = new pg.Client({
      connectionString: postgres.superuserUrl('postgres').replace(/:[^:@]*@/, ':guess@'),
    });
    await expect(stranger.connect()).rejects.toThrow('password authentication failed');
  });

  test('works for root in a folder that only root may enter', async ({ skip }) => {
    if (!asRoot) {
      const reason = 'skipped: only root starts Postgres as another user';
      console.log(reason);
      skip(reason);
    }
    await chmod(dataDir, 0o700);
    const postgres = await start();
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await stat(join(dataDir, 'postgres'))).uid).not.toBe(0);
  });

  test('works after a first start that was killed halfway', async () => {
    await mkdir(join(dataDir, 'postgres.new-killed', 'cluster', 'base'), { recursive: true });
    await start();
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.lock', 'secrets']);
  });

  test('works for two at once in two folders', async () => {
    const otherFolder = await folder();
    try {
      const [first, second] = await Promise.all([start(), start(otherFolder)]);
      await Promise.all([writeDown(first), writeDown(second)]);
      expect(first.port).not.toBe(second.port);
    } finally {
      await Promise.all(running.splice(0).map((postgres) => postgres.stop()));
      await rm(otherFolder, { recursive: true });
    }
  });
});

describe('a database', () => {
  beforeEach(() => afterFirstStart());
  const connect = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client;
  };
  const withPath = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href;

  test('belongs to its own role, without superuser rights or access to other databases', async () => {
    const postgres = await start();
    const [books, events] = [await postgres.database('daybook'), await postgres.database('eventstore')];
    expect(await postgres.database('daybook')).toBe(books);
    const client = await connect(books);
    try {
      await client.query('create table kept as select 42 as answer');
      await expect(client.query("copy kept to program 'true'")).rejects.toThrow('permission denied');
      await expect(client.query("select pg_read_file('/etc/hostname')")).rejects.toThrow('permission denied');
      await expect(client.query('alter role daybook superuser')).rejects.toThrow('permission denied');
    } finally {
      await client.end();
    }
    for (const database of ['eventstore', 'postgres', 'template1']) {
      await expect(connect(withPath(books, database))).rejects.toThrow('permission denied for database');
    }
    await expect(connect(withPath(events, 'daybook'))).rejects.toThrow('permission denied for database');
  });

  test('of the superuser becomes its role’s, with all its objects', async () => {
    const postgres = await start();
    await query(postgres, 'create database daybook');
    await query(
      postgres,
      `create schema identity;
       create table identity.users (id bigint generated always as identity primary key, serial_id serial);
       create sequence identity.numbers;
       create view identity.all_users as select * from identity.users;
       create table kept as select 42 as answer;
       create function identity.one() returns int language sql return 1;
       create materialized view identity.counted as select count(*) from identity.users`,
      'daybook',
    );
    const client = await connect(await postgres.database('daybook'));
    try {
      expect((await client.query('select answer, identity.one() from kept')).rows).toEqual([{ answer: 42, one: 1 }]);
      await client.query('insert into identity.users default values; refresh materialized view identity.counted');
      await client.query('drop schema identity cascade; drop table kept');
    } finally {
      await client.end();
    }
  });
});

describe('a later start', () => {
  beforeEach(() => afterFirstStart());
  test('finds what was written', async () => {
    const first = await start();
    await writeDown(first);
    await first.stop();
    await first.exited;
    expect(await readBack(await start())).toEqual([{ answer: 42 }]);
  });

  test('recovers what a killed Postgres had committed', async () => {
    const first = await start();
    await writeDown(first);
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    expect(await readBack(await start())).toEqual([{ answer: 42 }]);
  });

  test('stops the Postgres of a program that was killed, and starts its own', async () => {
    const program = spawn(
      process.execPath,
      ['--input-type=module', '-e', programThatStarts, new URL('start.ts', import.meta.url).href, dataDir],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [said] = await once(program.stdout, 'data');
    const orphan = Number(said);
    await expect(startPostgres({ dataDir })).rejects.toThrow(`Another program (process ${program.pid}) uses`);
    program.kill('SIGKILL');
    await once(program, 'exit');
    process.kill(orphan, 0);
    const postgres = await start();
    expect(postgres.pid).not.toBe(orphan);
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('works when another process has the id of an ended Postgres', async () => {
    const first = await start();
    await first.stop();
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n`);
    await start();
  });

  test.each([
    ['in a second', 'exec sleep 1'],
    ['never', 'exec sleep 60'],
  ])('works after an ended Postgres whose parent reaps it %s', async (_, goesOn) => {
    const first = await start();
    await writeDown(first);
    await first.stop();
    const { uid, gid } = await stat(join(dataDir, 'postgres'));
    const parent = spawn('sh', ['-c', `true & echo $!; ${goesOn}`], {
      ...(asRoot ? { uid, gid } : {}),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [ended] = await once(parent.stdout, 'data');
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), String(ended));
    try {
      expect(await readBack(await start())).toEqual([{ answer: 42 }]);
    } finally {
      parent.kill();
    }
  });
});

const programThatStarts = `
  const { startPostgres } = await import(process.argv[1]);
  const postgres = await startPostgres({ dataDir: process.argv[2] });
  process.stdout.write(String(postgres.pid));
  setInterval(() => {}, 60_000);
`;

describe('a failure is explained in one sentence', () => {
  test('a folder without write access', async ({ skip }) => {
    if (asRoot) {
      const reason = 'skipped: root may write in every folder';
      console.log(reason);
      skip(reason);
    }
    await chmod(dataDir, 0o500);
    await expect(startPostgres({ dataDir })).rejects.toThrow(`Can't write in ${dataDir}`);
  });

  test('a folder that the user postgres can’t enter, where root has no capability to pass on', async ({ skip }) => {
    if (!asRoot) {
      const reason = 'skipped: only root starts Postgres as another user';
      console.log(reason);
      skip(reason);
    }
    await chmod(dataDir, 0o700);
    const url = new URL('start.ts', import.meta.url).href;
    const args = ['--input-type=module', '-e', programThatStarts, url, join(dataDir, 'within')];
    const without = '--bounding-set=-dac_read_search,-dac_override';
    const program = spawn('setpriv', [without, process.execPath, ...args], { stdio: ['ignore', 'inherit', 'pipe'] });
    let said = '';
    program.stderr.on('data', (data) => {
      said += data;
    });
    await once(program, 'close');
    expect(said).toContain(`may not enter ${dataDir}: run 'chmod o+x ${dataDir}'`);
  });

  test('a file in place of the folder', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    await expect(startPostgres({ dataDir: file })).rejects.toThrow(`${file} can't be a folder`);
    await expect(startPostgres({ dataDir: file })).rejects.toThrow('name another folder in DAYBOOK_DATA');
    const settings = { dataDir: '--data', databaseUrl: 'EVENTSTORE_DATABASE_URL' };
    await expect(startPostgres({ dataDir: file, settings })).rejects.toThrow('name another folder in --data');
  });

  test('a port that is taken', async () => {
    await afterFirstStart();
    const port = (await start()).port;
    const second = startPostgres({ dataDir: join(dataDir, 'other'), port });
    await expect(second).rejects.toThrow(PostgresFailure);
    await expect(second).rejects.toThrow(`Port ${port}, which Postgres needs, is taken`);
  });

  test('a password that was lost', async () => {
    await afterFirstStart();
    await rm(join(dataDir, 'secrets'), { recursive: true });
    await expect(startPostgres({ dataDir })).rejects.toThrow('postgres-password back from your backup');
  });

  test.each([
    ['postgres-password', 'put it back from your backup'],
    ['postgres-password-of-daybook', 'delete it, and the next start makes a new one'],
  ])('a damaged %s', async (name, remedy) => {
    await afterFirstStart();
    const file = join(dataDir, 'secrets', name);
    await writeFile(file, 'not#a/pass word@\uFFFD\n');
    const damaged = new PostgresFailure(`${file} is damaged: ${remedy}.`);
    await expect(start().then((postgres) => postgres.database('daybook'))).rejects.toThrow(damaged);
  });
});
