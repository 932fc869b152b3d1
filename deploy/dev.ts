/** `npm run dev`: rebuilds the front end and restarts the demo server on changes. Ctrl-C stops both. */
import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import webpack from 'webpack';
import configure from '../webpack.config.ts';
import { fingerprintPath, root } from './sources.ts';

// dist/ no longer holds a production build.
rmSync(fingerprintPath, { force: true });

let server: ChildProcess | undefined;
let files = '';

/** The server lists the static files once, at its start, so it restarts when their names change. */
function startServer(): void {
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
    startServer();
    return;
  }
  server.once('exit', startServer);
  server.kill();
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server?.kill();
    watching?.close(() => undefined);
  });
}
