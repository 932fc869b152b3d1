/** The process is killed while it creates its schema: the next start finds none or all of it, and completes. */
import { createDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { startServerProcess } from '../../support/server.ts';

/** Moments from before the first statement to after the last, on fast and slow machines. */
const MOMENTS_MS = [250, 500, 750, 1000, 1500];

test('killed at any moment of its first start on an empty database, the next start has the complete schema', async () => {
  const reference = await createDatabase({ contents: 'empty' });
  const database = await createDatabase({ contents: 'empty' });
  // A job makes the partitions of months.
  const schema = `SELECT table_name, column_name, data_type FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name !~ '^audit_events_\\d' ORDER BY 1, 2`;
  try {
    await (await startServerProcess({ database: reference })).stop();
    for (const readyMs of MOMENTS_MS)
      await startServerProcess({ database, readyMs }).then(
        (server) => server.kill(),
        () => undefined,
      );
    const server = await startServerProcess({ database });
    expect(await database.query(schema)).toEqual(await reference.query(schema));
    await eventually('the one link that sets it up', () => server.output().includes('Set up the first administrator'));
    expect(await database.query('SELECT FROM links WHERE used_at IS NULL')).toHaveLength(1);
    await server.stop();
  } finally {
    await database.drop();
    await reference.drop();
  }
});
