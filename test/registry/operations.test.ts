/** Every operation of the contract is complete: permissions row, schemas, phrases for its problems, unique method and path. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathParams } from '../../api/contract/call.ts';
import type { Operation } from '../../api/contract/endpoint.ts';
import { operations, type OperationName } from '../../api/contract/index.ts';
import { problemStatus } from '../../api/contract/problem.ts';
import { principals } from '../server/authorizationMatrix/principals.ts';
import { expectedStatuses } from '../server/authorizationMatrix/table.ts';
import { specCalls } from './specCalls.ts';

const all = Object.entries(operations) as [OperationName, Operation][];
const phrases = JSON.parse(readFileSync(join(__dirname, '../../locales/en-US/problem.json'), 'utf8')) as Record<string, string>;

describe.each(all)('%s', (name, operation) => {
  test('has a row in the table of permissions', () => {
    expect(expectedStatuses[name].split(' ')).toHaveLength(principals.length);
  });

  test('has the same parameters in path and schema', () => {
    const inPath = pathParams(operation.path).sort();
    if (operation.params) expect(Object.keys(operation.params.shape).sort()).toEqual(inPath);
  });

  test('has a status and a phrase for each of its problems', () => {
    for (const code of operation.problems ?? []) {
      expect(problemStatus[code]).toBeGreaterThanOrEqual(400);
      expect(phrases[code]).toMatch(/\w/);
    }
  });

  test('sends a body if and only if it has a body schema', () => {
    expect(operation.sends === undefined).toBe(operation.body === undefined);
  });
});

test('No two operations share a method and a path', () => {
  const signatures = all.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  expect(new Set(signatures).size).toBe(signatures.length);
});

test('SPEC’s seventy-two calls are all there', () => {
  expect(new Set(specCalls.map(({ line }) => line)).size).toBe(72);
});

test.each(specCalls)('SPEC’s $line: the parameters, the query and the body that it names', ({ method, path, query, body }) => {
  const found = all.find(([, operation]) => operation.method === method && operation.path === path)?.[1];
  expect(Object.keys(found?.query?.shape ?? {})).toEqual(expect.arrayContaining([...query]));
  expect({ found: found !== undefined, sends: found?.sends }).toEqual({ found: true, sends: body });
});
