/** The operator's command line. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

export interface AdminResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `npm run admin -- …args` with these variables alone. */
export function admin(args: readonly string[], env: Readonly<Record<string, string>>): Promise<AdminResult> {
  return new Promise((done) => {
    const options = { cwd: root, env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', ...env } };
    const child = execFile(process.execPath, ['server/admin/main.ts', ...args], options, (_error, out, err) => {
      done({ code: child.exitCode ?? -1, out, err });
    });
  });
}
