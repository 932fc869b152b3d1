/** `npm run demo`: the server on this machine only, with a fresh database of generated users. */
import path from 'node:path';
import { ConfigError } from './config/config.ts';
import { DirectoryInUse } from './embedded/dataDirLock.ts';
import { accounts, DEMO_PASSWORD } from './demo/accounts.ts';
import { claimDirectory, emptyOutbox } from './demo/directory.ts';
import { demoOptions } from './demo/options.ts';
import { organisationAt, organisations } from './demo/organisations.ts';
import { seedDemo } from './demo/seed.ts';
import { authenticatorContext } from './encryption/storedSecrets.ts';
import { outboxOf } from './mail/deliver.ts';
import { endOnSignal } from './process/signals.ts';
import { startServer } from './start.ts';

const PROGRESS_MS = 3_000;

try {
  const { config, users } = demoOptions(process.argv.slice(2), process.env);
  claimDirectory(config.DATA_DIR);
  console.log(`Making ${users.toLocaleString('en')} people in ${String(organisations.length)} organisations ...`);
  const starting = startServer(config, {
    fresh: true,
    hostName: 'localhost',
    prepare: async ({ db, clock, keyring }) => {
      emptyOutbox(config.DATA_DIR);
      await seedDemo(db, {
        users,
        now: clock.now(),
        encrypt: (userId, key) => keyring.encrypt(authenticatorContext(userId), key),
        log: atIntervals(console.log),
      });
    },
    onDelivered: ({ to, subject, file }) => {
      console.log(`mail to ${to}: ${subject} (${path.relative(process.cwd(), file)})`);
    },
  });
  endOnSignal(starting);
  const { url } = await starting;
  console.log(`\n${table()}\n\nEverybody's password is ${DEMO_PASSWORD}. Mail is kept in ${outboxOf(config)}.\n`);
  console.log(`listening on ${url}`);
} catch (error) {
  console.error(error instanceof ConfigError || error instanceof DirectoryInUse ? error.message : error);
  process.exit(1);
}

function table(): string {
  const names = accounts.map(({ userName, email }) => userName ?? email);
  const width = Math.max(...names.map((name) => name.length));
  return accounts
    .map(
      ({ purpose, state }, index) =>
        `  ${(names[index] ?? '').padEnd(width)}  ${purpose}, ${organisationAt(state.organisation).name}`,
    )
    .join('\n');
}

/** Passes a line on if the last one is some seconds old. */
function atIntervals(log: (line: string) => void): (line: string) => void {
  let last = Date.now();
  return (line) => {
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    log(line);
  };
}
