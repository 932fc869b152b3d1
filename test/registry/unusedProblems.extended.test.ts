/** No dead declarations: every problem code is raised somewhere, and every setting is read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { problemStatus } from '../../api/contract/problem.ts';
import { readConfig } from '../../server/config.ts';

const root = resolve(import.meta.dirname, '../..');

function sources(...folders: string[]): Map<string, string> {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return new Map(files.filter((name) => name.endsWith('.ts')).map((name) => [name, readFileSync(join(root, name), 'utf8')]));
}

const contract = join('api', 'contract', 'problem.ts');
const config = ['config.ts', 'config.limits.ts'].map((name) => join('server', name));
const all = sources('server', join('api', 'contract'));
const namedIn = (name: string, exceptIn: readonly string[]) =>
  [...all].some(([file, text]) => !exceptIn.includes(file) && new RegExp(`\\b${name}\\b`).test(text));

test.each(Object.keys(problemStatus))('%s is a problem that a call can have', (code) => {
  expect(namedIn(code, [contract])).toBe(true);
});

const OPTIONAL = ['PUBLIC_URL', 'DATABASE_URL', 'SMTP_URL', 'SETUP_EMAIL', 'RECAPTCHA_SECRET', 'SENTRY_DSN'];
const settings = Object.keys(readConfig({})).filter((name) => /^[A-Z_]+$/.test(name));

test.each([...new Set([...settings, ...OPTIONAL])])('%s is a setting that something reads', (name) => {
  expect(namedIn(name, config)).toBe(true);
});
