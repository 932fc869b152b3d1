/** The operator's command line. */
import { execFile } from 'node:child_process';
import { COMPILE_CACHE, ownRoot } from './serverEnvironment.ts';

export interface AdminResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `npm run admin -- …args` with these variables alone. */
export function admin(args: readonly string[], env: Readonly<Record<string, string>>): Promise<AdminResult> {
  return new Promise((done) => {
    const options = { cwd: ownRoot, env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', ...COMPILE_CACHE, ...env } };
    const child = execFile(process.execPath, ['server/admin/main.ts', ...args], options, (_error, out, err) => {
      done({ code: child.exitCode ?? -1, out, err });
    });
  });
}
