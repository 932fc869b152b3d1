/** Counts of a long list are served at once from memory while they are renewed; those of a short list are always current. */
import type { Person } from '../../../api/contract/person.ts';
import { openDatabase, type Db } from '../../../server/db/database.ts';
import { readsOnPrimary } from '../../../server/db/reads.ts';
import { keptCounts, type ReadCounts } from '../../../server/users/read/keptCounts.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { addManyUsers } from '../../support/manyUsers.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { userOf } from '../../support/userFacts.ts';

let database: TestDatabase;
let db: Db;
let readCounts: ReadCounts;
let everybody: Person;
let ofHarbour: Person;
beforeAll(async () => {
  database = await createDatabase();
  await addManyUsers({ database });
  const pool = openTestPool(database.url, 2);
  db = openDatabase(pool);
  readCounts = keptCounts(readsOnPrimary(db, pool));
  const personOf = async (userName: string) => (await userOf({ database }, userName)) as unknown as Person;
  [everybody, ofHarbour] = [await personOf('sysadmin'), await personOf('subadmin')];
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const disabled = async (person: Person, now = new Date()) =>
  (await readCounts({ person, now, readAfter: undefined })).people.disabled;
const disableOneOfHarbour = () =>
  database.query(
    `UPDATE users SET enabled = false WHERE user_id = (SELECT user_id FROM users WHERE organisation_id = $1 AND enabled AND roles = '{Member}' LIMIT 1)`,
    [ofHarbour.organisationId],
  );

test('counts of all organisations may be outdated for a moment after a change, those of a small one never', async () => {
  const [all, own] = [await disabled(everybody), await disabled(ofHarbour)];
  await disableOneOfHarbour();
  expect(await disabled(ofHarbour)).toBe(own + 1);
  expect(await disabled(everybody)).toBe(all);
  await eventually('the counts of the moment', async () => (await disabled(everybody)) === all + 1);
});

test('they are never served when they are more than a minute old', async () => {
  const all = await disabled(everybody);
  await disableOneOfHarbour();
  expect(await disabled(everybody, new Date(Date.now() + 61_000))).toBe(all + 1);
});
