/** Samples of bulk operations, of imports, and of requests that another administrator decides about. */
import type { BodyOf } from '../../../api/contract/index.ts';
import { setRoles } from '../changeUser.ts';
import { eventually } from '../eventually.ts';
import { awaitImport, holdImports, readForeignFile } from '../foreignImports.ts';
import { holdUsers } from '../holdUsers.ts';
import { logInAs } from '../logInAs.ts';
import { resume } from '../operations.ts';
import { newMember } from '../sso.ts';
import type { Samples, Stage } from './sample.ts';

/** A request of a system administrator about another one, which a third decides about in any configuration. */
async function request({ site, sysadmin, member }: Stage): Promise<{ requestId: string }> {
  await setRoles(site, member.userId, ['SystemAdministration']);
  await sysadmin.call('Users.ResetAuthentication', { userName: member.userName, type: 'Password' });
  const open = (await sysadmin.ok('Approvals.List')).find(({ state, target }) => state === 'open' && target === member.userName);
  return { requestId: open!.requestId };
}
const decider = ({ site }: Stage) => logInAs(site, 'system_only');

const disabling = (...userIds: string[]): { body: BodyOf<'Operations.Start'> } => ({ body: { kind: 'disable', userIds } });

/** Waits for its second user. */
async function heldOperation({ site, subadmin, member, afterwards }: Stage): Promise<{ operationId: string }> {
  const held = await holdUsers(site.database, member.userId);
  afterwards(held.release);
  const { operationId } = await subadmin.ok('Operations.Start', disabling(member.userId, (await newMember(site)).userId));
  await held.awaited();
  return { operationId };
}

async function finishedOperation({ subadmin, member: { userId } }: Stage): Promise<{ operationId: string }> {
  const { operationId } = await subadmin.ok('Operations.Start', disabling(userId));
  await eventually('the end of the operation', async () => {
    const { finishedAt } = await subadmin.ok('Operations.Get', { operationId });
    return finishedAt !== null;
  });
  return { operationId };
}

async function pausedOperation(stage: Stage): Promise<{ operationId: string }> {
  const { operationId } = await finishedOperation(stage);
  await resume(stage.site, operationId, 'paused');
  return { operationId };
}

const choices: BodyOf<'Imports.Choose'> = {
  ...{ roles: {}, defaultRole: 'Member', organisationId: null, domains: {} },
  ...{ weakHashes: false, mailLinks: false, passkeyDomain: '' },
};

const people = ({ fresh }: Stage) => `email,login\n${fresh}@former.example,moved_${fresh}\n`;

async function readImport(stage: Stage): Promise<{ importId: string }> {
  const { importId } = await readForeignFile(stage.sysadmin, people(stage));
  return { importId };
}

/** Is kept from making accounts until the call is made. */
async function runningImport(stage: Stage): Promise<{ importId: string }> {
  const read = await readImport(stage);
  stage.afterwards(await holdImports(stage.site.database));
  await stage.sysadmin.ok('Imports.Start', read);
  return read;
}

async function pausedImport(stage: Stage): Promise<{ importId: string }> {
  const running = await runningImport(stage);
  await stage.sysadmin.ok('Imports.Pause', running);
  return running;
}

export const bulkSamples = {
  'Approvals.Approve': { prepare: request, by: decider },
  'Approvals.Refuse': { prepare: request, by: decider },
  'Approvals.Withdraw': { prepare: request, by: 'sysadmin' },

  'Operations.Start': {
    sends: ({ unknownId }) => disabling(unknownId),
    prepare: ({ member: { userId } }) => disabling(userId),
  },
  'Operations.Pause': { prepare: heldOperation },
  'Operations.Resume': { prepare: pausedOperation },
  'Operations.Cancel': { prepare: pausedOperation },
  'Operations.Retry': {
    async prepare(stage) {
      const { operationId } = await finishedOperation(stage);
      await stage.site.database.query(`UPDATE operation_targets SET outcome = 'failed' WHERE operation_id = $1`, [operationId]);
      return { operationId };
    },
  },
  'Operations.Undo': { prepare: finishedOperation },

  'Imports.Read': {
    sends: { body: {} },
    prepare: (stage) => ({ body: { file: new File([people(stage)], 'people.csv') } as object }),
  },
  'Imports.Choose': { sends: { body: choices }, prepare: readImport },
  'Imports.Start': { prepare: readImport },
  'Imports.Pause': { prepare: runningImport },
  'Imports.Resume': { prepare: pausedImport },
  'Imports.Cancel': { prepare: pausedImport },
  'Imports.Undo': {
    async prepare(stage) {
      const read = await readImport(stage);
      await stage.sysadmin.ok('Imports.Start', read);
      await awaitImport(stage.sysadmin, read.importId, 'done');
      return read;
    },
  },
} satisfies Partial<Samples>;
