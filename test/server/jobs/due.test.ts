/** What waits in the database is found by one question for all jobs, also where no notification comes. */
import { sql } from 'kysely';
import { systemClock } from '../../../server/clock.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { runWhatIsDue } from '../../../server/jobs/due.ts';
import { createClient } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { logInAs } from '../../support/logInAs.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { queueMail } from '../../support/queuedMails.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const beside = useServer({ beside: site });

/** Work of a test, which is due while the table has the row. */
const work = (name: string, restMs = 0) => {
  const runs: string[] = [];
  const isDue = () => sql<boolean>`EXISTS (SELECT FROM job_test WHERE name = ${name})`;
  return { name, isDue, runs, run: () => void runs.push(name), restMs };
};

test('Only what is due runs, and what is still due after its run rests before it runs again', async () => {
  await site.database.query('CREATE TABLE job_test (name text)');
  const db = openDatabase(openTestPool(site.database.url, 1));
  const works = [work('idle'), work('often'), work('rests', 600_000)] as const;
  const [idle, often, rests] = works;
  const nothingDue: string[] = [];
  const ask = runWhatIsDue({ db, clock: systemClock() }, works, (name) => nothingDue.push(name));
  try {
    await ask();
    expect(nothingDue).toEqual(['idle', 'often', 'rests']);
    await site.database.query(`INSERT INTO job_test VALUES ('often'), ('rests')`);
    for (let round = 0; round < 3; round += 1) await ask();
    expect([idle.runs.length, often.runs.length, rests.runs.length]).toEqual([0, 3, 1]);
  } finally {
    await db.destroy();
  }
});

test('Without notifications mails are sent, logouts are delivered, and settings are read by every process', async () => {
  for (const table of ['mails', 'oidc_logouts', 'system_settings'])
    await site.database.query(`ALTER TABLE ${table} DISABLE TRIGGER ${table}_notify`);

  await queueMail(site, 'nobody.hears@x.example', 'mfaTurnedOn');
  await eventually('the mail', async () =>
    [...(await site.mails()), ...(await beside.mails())].some(({ to }) => to.includes('nobody.hears@x.example')),
  );

  await site.database.query(
    `INSERT INTO oidc_logouts (application_id, user_id, sid, created_at, next_attempt_at)
     SELECT gen_random_uuid(), user_id, 'nobody hears', now(), now() FROM users LIMIT 1`,
  );
  await eventually('the logout', async () => (await site.database.query('SELECT FROM oidc_logouts')).length === 0);

  const sysadmin = await logInAs(site, 'sysadmin');
  await sysadmin.ok('Settings.Update', { name: 'passwordMinLength', body: { value: 11, version: 0 } });
  await eventually('the setting', async () => (await createClient(beside).raw('/Login')).text.includes('"passwordMinLength":11'));
});

test('A statement that queues nothing wakes no process', async () => {
  const pool = openTestPool(site.database.url, 1);
  const client = await pool.connect();
  const heard: (string | undefined)[] = [];
  try {
    client.on('notification', ({ payload }) => heard.push(payload));
    await client.query('LISTEN due');
    await client.query('DELETE FROM oidc_grants WHERE false');
    await client.query(`INSERT INTO mails SELECT * FROM mails WHERE false`);
    await client.query(`SELECT pg_notify('due', 'last')`);
    await eventually('the last one', () => heard.includes('last'));
    expect(heard).toEqual(['last']);
  } finally {
    client.release();
    await pool.end();
  }
});
