/** Baseline of the first-view measurements: a minimal React form with two fields, served with brotli as the product is. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import webpack from 'webpack';
import { root } from '../deploy/sources.ts';

/** Bundles a script and its imports in webpack's production mode. */
async function bundle(contents: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-form-'));
  try {
    await writeFile(join(folder, 'form.mjs'), contents);
    const compiler = webpack({
      mode: 'production',
      entry: join(folder, 'form.mjs'),
      output: { path: folder, filename: 'form.js' },
      resolve: { modules: [join(root, 'node_modules')] },
      performance: { hints: false },
    });
    await new Promise<void>((resolve, reject) => {
      compiler.run((error, stats) => {
        if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
        else resolve();
      });
    });
    return await readFile(join(folder, 'form.js'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function bareForm(): Promise<{ readonly url: string; readonly close: () => void }> {
  const contents = `import { createElement as h } from 'react'; import { createRoot } from 'react-dom/client';
    const field = (name) => h('label', { key: name }, name, h('input', { name, type: name }));
    createRoot(document.getElementById('app')).render(h('form', null, field('text'), field('password'), h('button', null, 'Log in')));`;
  const script = brotliCompressSync(await bundle(contents));
  const html = '<!doctype html><title>Form</title><div id="app"></div><script defer src="/form.js"></script>';
  const server = createServer((request, response) => {
    if (request.url === '/form.js')
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'br' }).end(script);
    else response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html' }).end(html);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The bare form has no port');
  return {
    url: `http://127.0.0.1:${String(address.port)}/`,
    close: () => {
      server.close();
    },
  };
}
