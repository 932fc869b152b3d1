/** Browsers whose calls reach two processes in turn, and users with a session, made without logging in. */
import { createHash, randomBytes } from 'node:crypto';
import { CookieJar } from 'tough-cookie';
import { type Client, createClient } from './client.ts';
import type { TestServer } from './server.ts';

/** @param servers two servers of one database; the second has the PUBLIC_URL of the first */
export function racers(servers: () => readonly [TestServer, TestServer]) {
  let people = 0;
  return { browser, newUser };

  /** One browser, whose calls reach both processes in turn. */
  async function browser(jar = new CookieJar()): Promise<(index: number) => Client> {
    const clients = servers().map((server) => createClient(server, { jar, headers: { Origin: servers()[0].url } }));
    await clients[0]!.raw('/api/Login/Login');
    return (index) => clients[index % 2]!;
  }

  /** A user with a session, from SQL. */
  async function newUser() {
    people += 1;
    const userName = `keyed_${String(people)}`;
    const token = randomBytes(32).toString('base64url');
    const { userId } = await servers()[0].database.row<{ userId: string }>(
      `WITH person AS (
         INSERT INTO users (user_id, user_name, email, first_name, last_name, organisation_id, roles, registered_at, created_at)
         SELECT gen_random_uuid(), $1, $1 || '@race.example', 'Ada', 'Racer', organisation_id, '{Member}', now(), now()
           FROM organisations WHERE name = 'Harbour Mutual' RETURNING user_id),
       opened AS (
         INSERT INTO sessions (session_id, token_hash, user_id, kind, remember, created_at, last_seen_at, authenticated_at, expires_at, idle_ms)
         SELECT gen_random_uuid(), $2, user_id, 'full', false, now(), now(), now(), now() + interval '1 hour', 3600000 FROM person)
       SELECT user_id AS "userId" FROM person`,
      [userName, createHash('sha256').update(token).digest()],
    );
    const jar = new CookieJar();
    await jar.setCookie(`session=${token}; Path=/`, servers()[0].url);
    return { userId, userName, email: `${userName}@race.example`, own: await browser(jar) };
  }
}
