/** Calls that succeed: what their samples need is made first. */
import type { Operation } from '../../api/contract/endpoint.ts';
import { operations, type ArgsOf, type OperationName } from '../../api/contract/index.ts';
import { argsOf, callWith, sampleOf, sceneOf } from './callSamples.ts';
import type { Sample, Stage } from './callSamples/sample.ts';
import { createClient, type Answer, type Client } from './client.ts';
import { logInAs } from './logInAs.ts';
import type { TestServer } from './server.ts';
import { newMember } from './sso.ts';

type Administrators = Pick<Stage, 'subadmin' | 'sysadmin'>;
const administrators = new WeakMap<TestServer, Promise<Administrators>>();

/** The same sessions for all calls of a test file. */
function administratorsOf(site: TestServer): Promise<Administrators> {
  const known =
    administrators.get(site) ??
    Promise.all([logInAs(site, 'subadmin'), logInAs(site, 'sysadmin')]).then(([subadmin, sysadmin]) => ({ subadmin, sysadmin }));
  administrators.set(site, known);
  return known;
}

async function stageOf(
  site: TestServer,
  { who, own }: Pick<Choices<OperationName>, 'who' | 'own'>,
): Promise<Stage & { readonly end: () => Promise<void> }> {
  const scene = await sceneOf(site, who ?? (await newMember(site)).userName);
  const undone: (() => Promise<unknown>)[] = [];
  let session = own && Promise.resolve(own);
  return {
    ...scene,
    site,
    guest: createClient(site),
    ...(await administratorsOf(site)),
    own: () => (session ??= logInAs(site, scene.member.userName)),
    afterwards: (undo) => undone.push(undo),
    async end() {
      for (const undo of undone.toReversed()) await undo();
    },
  };
}

interface Choices<Name extends OperationName> {
  /** Whom the call is about: an ordinary member; absent: a new one. */
  readonly who?: string;
  /** The session of this member; absent: a new one. */
  readonly own?: Client;
  /** Sent instead of what the sample sends. */
  readonly args?: Partial<ArgsOf<Name>>;
  /** For calls that a second person may have to approve. */
  readonly reason?: string;
  readonly by?: Client;
}

/** Makes what a call needs to succeed. @returns the call, to be made once or again, and what has to be done in the end */
export async function prepareCall<Name extends OperationName>(
  site: TestServer,
  name: Name,
  { args, reason, by, ...about }: Choices<Name> = {},
): Promise<{ readonly send: () => Promise<Answer<unknown>>; readonly end: () => Promise<void> }> {
  const sample = sampleOf(name);
  const { end, ...stage } = await stageOf(site, about);
  try {
    await sample.before?.(stage);
    const given = { ...argsOf(name, stage), ...(await sample.prepare?.(stage)), ...args, ...(reason && { reason }) };
    const client = by ?? (await makerOf(operations[name], sample, stage));
    return { send: () => callWith(client, name, given), end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Makes a call for which all that it needs exists. */
export async function succeed<Name extends OperationName>(
  site: TestServer,
  name: Name,
  choices?: Choices<Name>,
): Promise<Answer<unknown>> {
  const { send, end } = await prepareCall(site, name, choices);
  try {
    return await send();
  } finally {
    await end();
  }
}

/** Who makes calls of this kind, if the sample names nobody. */
const makers: Readonly<Record<Operation['who'], Extract<Sample<OperationName>['by'], string>>> = {
  anyone: 'guest',
  session: 'own',
  pending: 'own',
  sessionOrPending: 'own',
  sessionOrGrant: 'own',
  grant: 'guest',
  auditReader: 'subadmin',
  subscriberAdmin: 'subadmin',
  systemAdmin: 'sysadmin',
};

function makerOf({ who }: Operation, { by = makers[who] }: Sample<OperationName>, stage: Stage): Promise<Client> | Client {
  if (typeof by === 'function') return by(stage);
  return by === 'own' ? stage.own() : stage[by];
}
