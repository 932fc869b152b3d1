/** Operations of the contract: parameters, unique method and path, and SPEC.md’s calls. */
import { pathParams } from '../../api/contract/call.ts';
import type { Operation } from '../../api/contract/endpoint.ts';
import { operations, type OperationName } from '../../api/contract/index.ts';
import { specCalls } from './specCalls.ts';

const all = Object.entries(operations) as [OperationName, Operation][];

test('Each operation has the same parameters in path and schema', () => {
  for (const [name, { path, params }] of all)
    expect({ name, params: Object.keys(params?.shape ?? {}).sort() }).toEqual({ name, params: pathParams(path).sort() });
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
