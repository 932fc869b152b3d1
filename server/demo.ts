/** `npm run demo`: the same server on this machine only, with a fresh database full of people who don't exist. */
import path from 'node:path';
import { ConfigError } from './config.ts';
import { accounts, DEMO_PASSWORD } from './demo/accounts.ts';
import { claimDirectory, watchOutbox } from './demo/directory.ts';
import { demoOptions } from './demo/options.ts';
import { organisationAt, organisations } from './demo/organisations.ts';
import { seedDemo } from './demo/seed.ts';
import { endOnSignal } from './signals.ts';
import { startServer } from './start.ts';

const PROGRESS_MS = 3_000;

try {
  const { config, users } = demoOptions(process.argv.slice(2), process.env);
  claimDirectory(config.DATA_DIR);
  console.log(`Making ${users.toLocaleString('en')} people in ${String(organisations.length)} organisations ...`);
  const running = await startServer(config, {
    fresh: true,
    prepare: async ({ db, clock }) => {
      watchOutbox(config.DATA_DIR, (file) => {
        console.log(`mail ${path.relative(process.cwd(), file)}`);
      });
      await seedDemo(db, { users, now: clock.now(), log: atIntervals(console.log) });
    },
  });
  console.log(
    `\n${table()}\n\nEverybody's password is ${DEMO_PASSWORD}. Mail is kept in ${path.join(config.DATA_DIR, 'outbox')}.\n`,
  );
  console.log(`listening on ${running.url}`);
  endOnSignal(running);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}

function table(): string {
  const names = accounts.map(({ userName, email }) => userName ?? email);
  const width = Math.max(...names.map((name) => name.length));
  return accounts
    .map(
      ({ purpose, standing }, index) =>
        `  ${(names[index] ?? '').padEnd(width)}  ${purpose}, ${organisationAt(standing.organisation).name}`,
    )
    .join('\n');
}

/** Passes on a line only when the last one is some seconds old. */
function atIntervals(log: (line: string) => void): (line: string) => void {
  let last = Date.now();
  return (line) => {
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    log(line);
  };
}
