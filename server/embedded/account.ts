/** The account PostgreSQL runs as. It refuses to run as root, so root starts it as an unprivileged account. */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** `undefined`: PostgreSQL runs as the current user. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const OVERFLOW_ID = 65_534;

/** The account for a cluster at `home`: undefined unless we are root; then the owner of an existing cluster, else `nobody`. */
export function accountFor(home: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(home, { throwIfNoEntry: false });
  return owner !== undefined && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobodyAccount();
}

/** Whether `account` has execute permission on every directory down to `target`, and on `target` itself. */
export function canReach({ uid, gid }: Account, target: string): boolean {
  const real = realpathSync(target);
  const steps = real.split(path.sep).map((_, index, names) => names.slice(0, index + 1).join(path.sep) || path.sep);
  return steps.every((step) => {
    const { mode, uid: owner, gid: group } = statSync(step);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    return (mode & bit) !== 0;
  });
}

function nobodyAccount(): Account {
  const [, , uid = OVERFLOW_ID, gid = OVERFLOW_ID] =
    readAccounts()
      .find((line) => line.startsWith('nobody:'))
      ?.split(':') ?? [];
  // macOS writes -2 for 2^32 - 2.
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}

function readAccounts(): string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n');
  } catch {
    return [];
  }
}
