import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { EVENTSTORE_IMAGE } from '#tools/embedded/eventstore/testing/event-stores.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

type Service = {
  image: string;
  build?: string;
  command?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  restart?: string;
};

const composeText = read('docker-compose.yml');
const compose = parse(composeText, { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const services = Object.entries(compose.services);
const ours = services.filter(([, { build }]) => build !== undefined);
const lasting = services.filter(([, { restart }]) => restart !== undefined);
const example = new Map(
  read('.env.example')
    .match(/^\w+=.*$/gm)
    ?.map((line) => line.split(/=(.*)/s) as [string, string]),
);

describe('docker-compose.yml', () => {
  test('starts both stores, an API, a leading worker and a standby, from one image', () => {
    expect(ours.map(([name, { command }]) => [name, command?.join(' ') ?? null])).toEqual([
      ['api', null],
      ['worker', 'node projections/main.ts'],
      ['standby', 'node projections/main.ts'],
    ]);
    expect(compose.services.postgres?.image).toMatch(/^postgres:18\b/);
    expect(compose.services.eventstore?.image).toBe(EVENTSTORE_IMAGE);
  });

  test('has a health check for every long-running service, and starts workers before the API', () => {
    for (const [name, { healthcheck }] of lasting) expect([name, healthcheck?.test[0]]).toEqual([name, 'CMD']);
    expect(compose.services.api?.depends_on).toEqual({ worker: { condition: 'service_healthy' } });
    for (const [, { depends_on }] of services)
      for (const name of Object.keys(depends_on ?? {})) expect(compose.services).toHaveProperty(name);
  });

  test('stores persistent data in named volumes', () => {
    const mounted = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    expect(new Set(mounted)).toEqual(new Set(Object.keys(compose.volumes)));
    for (const name of ['postgres', 'eventstore']) expect(compose.services[name]?.volumes).not.toEqual([]);
  });

  test('publishes its ports on loopback only', () => {
    const ports = services.flatMap(([, { ports = [] }]) => ports);
    expect(ports).toEqual(['127.0.0.1:3000:3000', '127.0.0.1:2113:2113']);
  });

  test('contains no secret, and requires each by name', () => {
    const secrets = [...example.keys()].filter((name) => name.endsWith('_PASSWORD'));
    expect(secrets).toEqual(['POSTGRES_PASSWORD', 'EVENTSTORE_ADMIN_PASSWORD', 'EVENTSTORE_OPS_PASSWORD']);
    for (const name of [...secrets, 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
      expect([name, example.get(name)]).toEqual([name, '']);
    for (const [, { environment = {} }] of services) {
      for (const [name, value] of Object.entries(environment)) {
        if (/PASSWORD|SECRET|_URL$/.test(name))
          expect([name, value]).toEqual([name, expect.stringMatching(/\$\{\w+:[?-]/)]);
      }
    }
    for (const name of secrets) {
      const uses = composeText.match(new RegExp(`\\$\\{${name}[^}]*\\}`, 'g')) ?? [];
      expect(uses.length).toBeGreaterThan(0);
      for (const use of uses) expect(use).toMatch(new RegExp(`^\\$\\{${name}:\\?${name} is not set`));
    }
  });

  test('requires exactly the variables of .env.example', () => {
    const asked = [...composeText.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
    expect(new Set(asked)).toEqual(new Set(example.keys()));
  });

  test('passes only settings that the programs read', () => {
    const sources = globSync('{api,audit,projections,platform}/**/*.ts', { cwd: root }).filter(
      (path) => !path.endsWith('.test.ts'),
    );
    const code = sources.map(read).join('\n');
    const known = new Set(
      [...code.matchAll(/\benv\.([A-Z_]+)|\benv,\s+'([A-Z_]+)'/g)].map(([, one, other]) => one ?? other),
    );
    const given = ours.flatMap(([, { environment = {} }]) => Object.keys(environment));
    expect([...new Set(given)].filter((name) => !known.has(name))).toEqual([]);
    const baked = [...read('Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
    expect(baked.map((one) => one.split('=')[0] ?? '').filter((name) => !known.has(name))).toEqual(['NODE_ENV']);
  });

  test('runs files that exist', () => {
    const run = [...ours.flatMap(([, { command = [], healthcheck }]) => [...command, ...(healthcheck?.test ?? [])])];
    const files = run.filter((word) => /^\S+\.ts$/.test(word));
    expect(files).toContain('projections/health.ts');
    for (const file of files) expect([file, existsSync(join(root, file))]).toEqual([file, true]);
  });
});

const COMMANDS = [['docker', 'compose'], ['docker-compose']] as const;
const found = COMMANDS.find(([command, ...args]) => spawnSync(command, [...args, 'version']).status === 0);
if (!found)
  console.info(
    'docker-compose.yml is not parsed by Docker itself: neither `docker compose` nor `docker-compose` is installed.',
  );

describe.runIf(found)('docker compose parses docker-compose.yml', () => {
  const [command = '', ...first] = found ?? [];
  const config = (settings: Iterable<[string, string]>) => {
    const file = join(mkdtempSync(join(tmpdir(), 'daybook-compose-')), 'env');
    writeFileSync(file, [...settings].map(([name, value]) => `${name}=${value}\n`).join(''));
    const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
    const args = [...first, '--env-file', file, '-f', join(root, 'docker-compose.yml'), 'config'];
    return spawnSync(command, args, { encoding: 'utf8', env });
  };
  const filled = () => new Map([...example].map(([name, value]) => [name, value || `given-${name}`]));

  test('with every secret given', () => {
    const { status, stdout, stderr } = config(filled());
    expect([status, stderr]).toEqual([0, '']);
    const { services: read } = parse(stdout) as typeof compose;
    expect(Object.keys(read).sort()).toEqual(services.map(([name]) => name).sort());
    expect(read.api?.environment?.DATABASE_URL).toBe(
      'postgres://daybook:given-POSTGRES_PASSWORD@postgres:5432/daybook',
    );
  });

  test.each(['POSTGRES_PASSWORD', 'EVENTSTORE_ADMIN_PASSWORD', 'EVENTSTORE_OPS_PASSWORD'])(
    'and fails without %s, which it names',
    (name) => {
      for (const value of [undefined, '']) {
        const settings = filled();
        settings.delete(name);
        if (value !== undefined) settings.set(name, value);
        const { status, stderr } = config(settings);
        expect(status).not.toBe(0);
        expect(stderr).toContain(`${name} is not set`);
      }
    },
  );
});
