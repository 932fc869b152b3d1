/** A database on another machine needs verified TLS, or the operator's explicit permission. */
import { pino } from 'pino';
import { ConfigError, readConfig } from '../../../server/config/config.ts';
import { awaitDatabase } from '../../../server/db/awaitDatabase.ts';
import { openPool } from '../../../server/db/database.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';

const NAMES = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL', 'DATABASE_READ_URL'] as const;
const LOCAL = 'postgres://gatehouse@127.0.0.1/gatehouse';

test.each([
  'postgres://gatehouse:secret@db1.example.com/gatehouse',
  'postgres://gatehouse@10.0.0.7:6432/gatehouse?sslmode=disable',
  'postgres://gatehouse@db1.example.com/gatehouse?sslmode=prefer',
  'postgres://gatehouse@db1.example.com/gatehouse?sslmode=no-verify',
  'postgres://gatehouse@db1.example.com/gatehouse?sslmode=require&uselibpqcompat=true',
  'postgres://gatehouse@localhost/gatehouse?host=db1.example.com',
  'postgres://gatehouse@localhost.evil.example/gatehouse',
])('%s is refused, with the name of the variable and without the address', (url) => {
  for (const name of NAMES) {
    expect(() => readConfig({ DATABASE_URL: LOCAL, [name]: url })).toThrow(
      new RegExp(`^${name}: must have sslmode=verify-full(?!.*example\\.com)`),
    );
    expect(readConfig({ DATABASE_URL: LOCAL, [name]: url, ALLOW_PLAIN_DATABASE: 'on' })[name]).toBe(url);
  }
});

test.each([
  'postgres://gatehouse@db1.example.com/gatehouse?sslmode=verify-full&sslrootcert=/etc/ssl/db.pem',
  'postgres://gatehouse@db1.example.com/gatehouse?sslmode=require',
  'postgres://gatehouse@localhost:6432/gatehouse',
  'postgres://gatehouse@[::1]/gatehouse',
  'postgres://gatehouse@db1.example.com/gatehouse?host=/var/run/postgresql',
  LOCAL,
])('%s is accepted', (url) => {
  for (const name of NAMES) expect(readConfig({ DATABASE_URL: LOCAL, [name]: url })[name]).toBe(url);
});

describe('A start', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase({ contents: 'empty' });
  });
  afterAll(() => database.drop());

  const begin = async (change: Partial<URL> = {}) => {
    const url = Object.assign(new URL(database.url), change);
    const pool = openPool({ url: url.href, poolSize: 1, connectTimeoutMs: 5000, statementTimeoutMs: 5000 });
    await awaitDatabase(pool, 'DATABASE_READ_URL', pino({ level: 'silent' })).finally(() => pool.end());
  };

  test.each([
    ['where the database has no TLS, but the address asks for it', { search: '?sslmode=verify-full' }, /SSL/],
    ['where the database does not know the role', { username: 'stranger' }, /stranger/],
    ['where there is no such database', { pathname: '/elsewhere' }, /elsewhere/],
  ] as const)('%s is refused with the name of the variable', async (_where, change, reason) => {
    const refusal = begin(change);
    await expect(refusal).rejects.toThrow(ConfigError);
    await expect(refusal).rejects.toThrow(/^DATABASE_READ_URL: /);
    await expect(refusal).rejects.toThrow(reason);
  });

  test('goes on where it can connect', async () => {
    await expect(begin()).resolves.toBeUndefined();
  });
});
