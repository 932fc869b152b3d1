/** Jest transform: TypeScript to CommonJS, file by file without type checking, with `import.meta` dirname, filename and url. */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type typescript from 'typescript';

const require = createRequire(import.meta.url);
const { version: compiler } = require('typescript/package.json') as { version: string };
const version = createHash('sha1')
  .update(readFileSync(import.meta.filename))
  .update(compiler)
  .digest('hex');

/** CommonJS equivalents of `import.meta` properties. */
const importMetaInCommonJs: Record<string, string> = {
  dirname: '__dirname',
  filename: '__filename',
  url: "require('node:url').pathToFileURL(__filename).href",
};

const transformer = {
  getCacheKey: (source: string, path: string): string =>
    createHash('sha1').update(version).update(path).update('\0').update(source).digest('hex'),

  process(source: string, path: string): { code: string; map: string | null } {
    // Loaded only on a cache miss: it costs each worker a third of a second.
    const ts = require('typescript') as typeof typescript;
    const { outputText, sourceMapText } = ts.transpileModule(source, {
      fileName: path,
      compilerOptions: {
        target: ts.ScriptTarget.ES2023,
        module: ts.ModuleKind.CommonJS,
        jsx: ts.JsxEmit.ReactJSX,
        esModuleInterop: true,
        sourceMap: true,
        inlineSources: true,
      },
    });
    const code = outputText
      .replaceAll(/\bimport\.meta\.(dirname|filename|url)\b/g, (_whole, name: string) => importMetaInCommonJs[name] ?? '')
      .replace(/\n\/\/# sourceMappingURL=.*$/, '');
    return { code, map: sourceMapText ?? null };
  },
};

export default transformer;
