/** Jest's transform: TypeScript to CommonJS, one file at a time, without checking types; and the few `import.meta` values Node gives. */
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

/** CommonJS has its own words for where a file lies. */
const metaInCommonJs: Record<string, string> = {
  dirname: '__dirname',
  filename: '__filename',
  url: "require('node:url').pathToFileURL(__filename).href",
};

const transformer = {
  getCacheKey: (source: string, path: string): string =>
    createHash('sha1').update(version).update(path).update('\0').update(source).digest('hex'),

  process(source: string, path: string): { code: string; map: string | null } {
    // Loaded only where the cache has no answer: it costs every worker a third of a second.
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
      .replaceAll(/\bimport\.meta\.(dirname|filename|url)\b/g, (_whole, name: string) => metaInCommonJs[name] ?? '')
      .replace(/\n\/\/# sourceMappingURL=.*$/, '');
    return { code, map: sourceMapText ?? null };
  },
};

export default transformer;
