/** The OpenAPI document: valid, complete, and usable by a public client generator. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { operations } from '../../api/contract/index.ts';
import { openApiDocument } from '../../server/http/openApi.ts';

interface Described {
  operationId: string;
  description: string;
  security: Record<string, string[]>[];
  responses: Record<string, unknown>;
}
const document = openApiDocument({ PRODUCT_NAME: 'Gatehouse', STEP_UP_MINUTES: 20 }) as {
  openapi: string;
  paths: Record<string, Record<string, Described>>;
};

describe('The OpenAPI document', () => {
  test('is of version 3.1 and names every operation once', () => {
    expect(document.openapi).toBe('3.1.0');
    const described = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(described.sort()).toEqual(
      Object.keys(operations)
        .map((name) => name.replace('.', '_'))
        .sort(),
    );
  });

  test('has security and at least one error response for each operation', () => {
    for (const methods of Object.values(document.paths))
      for (const { security, responses } of Object.values(methods)) {
        expect(security.length).toBeGreaterThan(0);
        expect(Object.keys(responses).some((status) => status.startsWith('4'))).toBe(true);
      }
  });

  test('says how long a proof of identity holds', () => {
    const descriptions = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ description }) => description),
    );
    const held = descriptions.filter((description) => description.includes('within the last 20 minutes (step-up)'));
    expect(held.length).toBeGreaterThan(0);
  });

  test('is valid, and a client generated from it by a public generator compiles with the right types', async () => {
    // The generator validates the document first.
    const generated = astToString(await openapiTS(JSON.stringify(document), { silent: true }));
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-openapi-'));
    try {
      writeFileSync(join(folder, 'schema.ts'), generated);
      writeFileSync(
        join(folder, 'client.ts'),
        `import type { paths } from './schema';
        type Unlocked = paths['/Users/Unlock/{userName}']['put']['responses'][200]['content']['application/json'];
        export const nameOf = (user: Unlocked): string => user.userName;
        export const lockOf = (user: Unlocked): string | null => user.lockedUntil;
        // @ts-expect-error a field that does not exist
        export const wrong = (user: Unlocked) => user.password;`,
      );
      const program = ts.createProgram([join(folder, 'client.ts')], {
        strict: true,
        noEmit: true,
        types: [],
        module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
        target: ts.ScriptTarget.ES2023,
      });
      const errors = ts
        .getPreEmitDiagnostics(program)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
      expect(errors).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
