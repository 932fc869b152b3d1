/** A list long enough that the server looks at some of it before it searches all. */
import type { TestServer } from './server.ts';

export const CROWD = 60_000;
/** Every so-manyth has a name that the others have not. */
export const RARELY = 500;

/** So many more people in Kaveri Finance, who have nothing to do with any story. */
export async function bringCrowd({ database }: Pick<TestServer, 'database'>): Promise<void> {
  await database.query(
    `INSERT INTO users (user_id, user_name, email, first_name, last_name, organisation_id, registered_at, created_at)
     SELECT gen_random_uuid(), 'crowd' || n, 'crowd' || n || '@crowd.test',
            CASE WHEN n % ${String(RARELY)} = 0 THEN 'Wyk-Zdenka' ELSE 'Carla' END, 'Żwirek', organisation_id, now(), now()
       FROM organisations, generate_series(1, ${String(CROWD)}) AS s(n) WHERE name = 'Kaveri Finance'`,
  );
  await database.query('ANALYZE cards');
}
