/** Load of an exercise: administrators who change roles, users who log in, a reader of a list. Every reply is recorded. */
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type Client } from '../../test/support/client.ts';
import type { Attempt, Editor } from './judge.ts';

const PAUSE_MS = 40;
const AFTER_FAILURE_MS = 250;
const CALL_MS = 20_000;

/** Roles without administrative rights: changing them needs no second administrator, and each change is mailed to the user. */
const ROLES: readonly (readonly string[])[] = [['Member'], ['Support'], ['Member', 'Support']];

export interface Load {
  readonly attempts: readonly Attempt[];
  readonly editors: readonly Editor[];
  /** Clients of the latest acknowledged logins. */
  readonly sessions: readonly Client[];
  stop(): Promise<void>;
}

interface Options {
  siteUrl: string;
  password: string;
  /** Users whose roles are changed, each by another administrator; they start with the first of ROLES. */
  targets: readonly string[];
  users: readonly string[];
}

export function startLoad({ siteUrl, password, targets, users }: Options): Load {
  const attempts: Attempt[] = [];
  const sessions: Client[] = [];
  const editors: Editor[] = targets.map((userName) => ({ userName, acknowledged: 0, unknown: 0, roles: ROLES[0] ?? [] }));
  let isRunning = true;

  const logIn = async (userName: string) => {
    const client = createClient({ url: siteUrl });
    const { status, headers } = await bounded(client.call('Login.Login', { body: { userName, password } }));
    return { client, status, headers };
  };

  async function note(kind: Attempt['kind'], work: () => Promise<{ status: number; headers: Headers }>): Promise<number> {
    const startedAtMs = performance.now();
    const { status, retryAfter } = await work().then(
      ({ status: found, headers }) => ({ status: found, retryAfter: headers.has('retry-after') }),
      // The connection broke, so it is unknown whether the call was done.
      () => ({ status: 0, retryAfter: false }),
    );
    attempts.push({ kind, startedAtMs, endedAtMs: performance.now(), status, retryAfter });
    await pause(status === 200 ? PAUSE_MS : AFTER_FAILURE_MS);
    return status;
  }

  async function edit(editor: Editor): Promise<void> {
    const { client } = await logIn('sysadmin');
    let doubtful: readonly string[] = [];
    while (isRunning) {
      const roles = ROLES.find((one) => one !== editor.roles && one !== doubtful) ?? [];
      const status = await note('change', () =>
        bounded(client.call('Roles.SetUser', { userName: editor.userName, body: { roles: [...roles] } })),
      );
      if (status === 200) {
        editor.acknowledged += 1;
        editor.roles = roles;
        doubtful = [];
      } else if (status !== 0 && status < 500) throw new Error(`Roles.SetUser of ${editor.userName}: ${String(status)}`);
      else {
        editor.unknown += 1;
        doubtful = roles;
      }
    }
  }

  async function logInAgainAndAgain(userName: string): Promise<void> {
    while (isRunning) {
      await note('login', async () => {
        const { client, ...answer } = await logIn(userName);
        if (answer.status === 200) sessions.push(client);
        if (sessions.length > 10) sessions.shift();
        return answer;
      });
    }
  }

  async function read(): Promise<void> {
    const { client } = await logIn('system_only');
    const once = () => bounded(client.call('Users.Page', { limit: 20 }));
    while (isRunning)
      // A failed read is tried again, as by the page.
      await note('read', async () => {
        const first = await once().catch(() => undefined);
        if (first?.status === 200) return first;
        await pause(AFTER_FAILURE_MS);
        return once();
      });
  }

  const work = Promise.all([...editors.map(edit), ...users.map(logInAgainAndAgain), read()]);
  work.catch(() => (isRunning = false));
  return {
    attempts,
    editors,
    sessions,
    async stop() {
      isRunning = false;
      await work;
    },
  };
}

async function bounded<T>(call: Promise<T>): Promise<T> {
  const tooLate = pause(CALL_MS, undefined, { ref: false }).then(() => {
    throw new Error('No answer');
  });
  return Promise.race([call, tooLate]);
}
