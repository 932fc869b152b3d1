/**
 * `npm run signatures`: checks that installed packages are those that the registry has signed. A wrong signature is an error; a
 * registry that can't be reached, or signs nothing, is none.
 */
import { spawn } from 'node:child_process';
import { judgeSignatures } from './signatures.ts';

/** Timeout of one response, tried once. */
const ANSWER_TIMEOUT_MS = 20_000;
/** Timeout of the check of all packages. */
const TIMEOUT_MS = 120_000;

const limits = ['--fetch-retries=0', `--fetch-timeout=${String(ANSWER_TIMEOUT_MS)}`];
const child = spawn('npm', ['audit', 'signatures', '--json', ...limits], {
  stdio: ['ignore', 'pipe', 'ignore'],
  timeout: TIMEOUT_MS,
});
let report = '';
child.stdout.setEncoding('utf8').on('data', (text: string) => (report += text));
child.on('error', ({ message }) => {
  console.log(message);
});
child.on('close', () => {
  const { isWrong, message } = judgeSignatures(report);
  if (isWrong) {
    console.error(message);
    process.exitCode = 1;
  } else console.log(message);
});
