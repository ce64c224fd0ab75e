import { hashPassword, isPassword } from '#api/identity/passwords.ts';
import { BASE_PATH } from '#contract/addresses.ts';
import type { BenchServer } from '../harness/bench-server.ts';
import { load } from '../harness/load.ts';
import type { Measure } from '../harness/measure.ts';

const CLIENTS = 16;
const LOAD_MS = 3_000;

/** Measures logins per second against password verifications per second. */
export async function logins(server: BenchServer): Promise<Measure[]> {
  const users = await Promise.all(Array.from({ length: CLIENTS }, () => server.newUser()));
  const [user] = users;
  if (!user) throw new Error('There is no user.');
  const passwordHash = await hashPassword(user.password);
  return [
    {
      name: 'logins/s ÷ argon2 verifications/s',
      unit: '/s',
      goal: { least: 0.9 },
      pair: {
        ours: async () =>
          (
            await load(server.origin, CLIENTS, LOAD_MS, (client) => ({
              method: 'POST',
              path: `${BASE_PATH}/users/login`,
              headers: { Origin: user.origin, 'Content-Type': 'application/json' },
              body: JSON.stringify({ email: users[client]?.email, password: users[client]?.password }),
            }))
          ).perSecond,
        reference: async () => {
          const begin = performance.now();
          let count = 0;
          await Promise.all(
            users.map(async () => {
              while (performance.now() - begin < LOAD_MS) {
                if (!(await isPassword(user.password, passwordHash))) throw new Error('The password is wrong.');
                count += 1;
              }
            }),
          );
          return count / ((performance.now() - begin) / 1_000);
        },
      },
    },
  ];
}
