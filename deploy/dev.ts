/** For developing: the front end built again at each of its changes, the demo server started again at each of its own, at one address. Ctrl-C ends both. */
import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import webpack from 'webpack';
import configure from '../webpack.config.ts';
import { builtFrom, root } from './sources.ts';

// What is in dist/ from now on is no production build.
rmSync(builtFrom, { force: true });

let server: ChildProcess | undefined;
let files = '';

/** The server reads the page at each request, and which other files there are at its start. */
function serve(): void {
  server = spawn(
    process.execPath,
    ['--watch-path=server', '--watch-path=api/contract', '--watch-path=locales', 'server/demo.ts'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'development' },
    },
  );
}

const watching = webpack(configure({}, { mode: 'development' })).watch({}, (error, stats) => {
  if (!stats) throw error ?? new Error('webpack gave no result');
  console.log(stats.toString({ preset: 'errors-warnings', timings: true, colors: process.stdout.isTTY }));
  const emitted = Object.keys(stats.compilation.assets).sort().join();
  if (stats.hasErrors() || emitted === files) return;
  files = emitted;
  if (!server) {
    serve();
    return;
  }
  server.once('exit', serve);
  server.kill();
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server?.kill();
    watching?.close(() => undefined);
  });
}
