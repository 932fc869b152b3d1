/** Adds more users than the list query searches before it returns a page. */
import type { TestServer } from './server.ts';

export const EXTRA_USERS = 60_000;
/** Every n-th user has a rare first name. */
export const RARE_NAME_EVERY = 500;

/** Adds {@link EXTRA_USERS} users to Kaveri Finance, an organisation that no other test uses. */
export async function addManyUsers({ database }: Pick<TestServer, 'database'>): Promise<void> {
  await database.query(
    `INSERT INTO users (user_id, user_name, email, first_name, last_name, organisation_id, registered_at, created_at)
     SELECT gen_random_uuid(), 'crowd' || n, 'crowd' || n || '@crowd.test',
            CASE WHEN n % ${String(RARE_NAME_EVERY)} = 0 THEN 'Wyk-Zdenka' ELSE 'Carla' END, 'Żwirek', organisation_id, now(), now()
       FROM organisations, generate_series(1, ${String(EXTRA_USERS)}) AS s(n) WHERE name = 'Kaveri Finance'`,
  );
  await database.query('ANALYZE users');
}
