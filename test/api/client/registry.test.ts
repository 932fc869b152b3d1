/** Every operation of the contract has exactly one endpoint, and none can be called with a path parameter missing. */
import { RequiredParameterError } from '@api/client/request.ts';
import { type Call, pathParams } from '@api/contract/call.ts';
import { operations, type OperationName } from '@api/contract/index.ts';
import { clientStore } from './clientStore.ts';
import { argFor, endpoints, operationOf, someArgs } from './everyEndpoint.ts';
import { scripted } from './scriptedTransport.ts';

/** Operations that only return a file, which is saved outside of RTK Query. */
const FILES: readonly OperationName[] = ['Imports.Report', 'Reports.Download', 'Tickets.Attachment'];
const names = (Object.keys(operations) as OperationName[]).filter((name) => !FILES.includes(name));

async function call(endpointName: string, args: Record<string, unknown>) {
  const wire = scripted(() => ({ json: { outcome: 'SignedIn' } }));
  const store = clientStore(wire.transport);
  const endpoint = endpoints.find(({ name }) => name === endpointName);
  if (!endpoint) throw new Error(`No endpoint ${endpointName}`);
  const settled = await store.dispatch(endpoint.initiate(argFor(endpoint, args)) as never);
  return { settled: settled as { error?: { name: string; message: string } }, received: wire.received };
}

const operationByEndpoint = new Map<string, OperationName | undefined>();

beforeAll(async () => {
  for (const { name } of endpoints) {
    const { received } = await call(name, someArgs());
    operationByEndpoint.set(name, received[0] && operationOf(received[0]));
  }
});

test('every endpoint calls an operation of the contract', () => {
  expect([...operationByEndpoint].filter(([, operation]) => operation === undefined)).toEqual([]);
});

test.each(names)('%s has exactly one endpoint', (operation) => {
  const found = [...operationByEndpoint].filter(([, other]) => other === operation).map(([name]) => name);
  expect(found).toHaveLength(1);
});

const missingParameters = names.flatMap((name) =>
  pathParams((operations[name] as Call).path).map((parameter) => [name, parameter] as const),
);

describe('required parameters', () => {
  let logged: jest.SpyInstance;
  // RTK Query logs every exception, and here each call throws.
  beforeEach(() => (logged = jest.spyOn(console, 'error').mockImplementation(() => undefined)));
  afterEach(() => {
    logged.mockRestore();
  });

  test.each(missingParameters)('%s without %s', async (operation, parameter) => {
    const endpoint = [...operationByEndpoint].find(([, other]) => other === operation)?.[0] ?? '';
    for (const missing of [undefined, null, '']) {
      const { settled, received } = await call(endpoint, someArgs({ [parameter]: missing }));
      expect(settled.error).toMatchObject({
        name: RequiredParameterError.name,
        message: `Required parameter ${parameter} was null or undefined when calling ${operation}.`,
      });
      expect(received).toHaveLength(0);
    }
  });
});
