/** For developing: the demo server, restarted when its sources change, and webpack's own server in front of it. Ctrl-C ends both. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './sources.ts';

const start = (...args: string[]) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });

const server = start('--watch-path=server', '--watch-path=api/contract', '--watch-path=locales', 'server/demo.ts');
const front = start(join(root, 'node_modules/webpack-cli/bin/cli.js'), 'serve', '--mode', 'development');

const end = () => {
  server.kill();
  front.kill();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
// One without the other is of no use.
server.once('exit', end);
front.once('exit', (code) => {
  end();
  process.exitCode = code ?? 0;
});
