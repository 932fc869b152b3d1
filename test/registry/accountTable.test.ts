/**
 * Every write of an account by every road that reaches it is in one table of the documentation, with its effects, the second person, mails,
 * event, and what it voids. An export of `server/accounts` that writes and is in no row fails, and so does an empty cell.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { approvableActions } from '../../api/contract/approvals.shapes.ts';
import { effectSentences, secondPersonFor } from '../../api/contract/effects.ts';
import type { Effect } from '../../api/contract/call.ts';
import type { Operation } from '../../api/contract/endpoint.ts';
import { operations, type OperationName } from '../../api/contract/index.ts';
import { SYSTEM_ADMINISTRATION } from '../../api/contract/person.ts';
import { ENDED_BY, type EndingAct } from '../../server/accounts/openers.ts';
import { grantableClaims } from '../../server/security/keys.ts';
import type { MailTemplate } from '../../server/mail/templates.ts';
import { phrasesOf, treeOf } from '../locales/files.ts';
import { endings } from '../support/accountEndings.ts';
import { roads } from '../support/accountRoads.ts';
import { accountWrites, eventsOf, sponsors, type AccountWrite } from '../support/accountTable.ts';

const root = join(__dirname, '../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const audit = phrasesOf(treeOf('en-US', 'audit.json'));
const actions = phrasesOf(treeOf('en-US', 'actions.json'));

const isCall = (by: AccountWrite['by']): by is OperationName => by in operations;
const callOf = (name: OperationName): Operation => operations[name];
const effectsOf = ({ by, effects }: AccountWrite): readonly Effect[] => (isCall(by) ? (effects ?? callOf(by).effects ?? []) : []);

const ordinary = { administrator: false, systemAdministrator: false };
const kinds = [ordinary, { administrator: true, systemAdministrator: false }, { administrator: true, systemAdministrator: true }];
function needOf(effects: readonly Effect[], concerned: (typeof kinds)[number]): string {
  const { always, fourEyes, counted } = secondPersonFor(effects, concerned);
  if (always) return 'always';
  if (fourEyes) return 'four eyes';
  return counted ? 'four eyes beyond a few an hour' : 'none';
}

function secondPersonOf(row: AccountWrite): string {
  const effects = effectsOf(row);
  if (!isCall(row.by)) return `none: ${sponsors[row.by]}`;
  if (effects.length === 0) return 'none: no such effect';
  const [first = '', ...others] = kinds.map((concerned) => needOf(effects, concerned));
  if (others.every((need) => need === first)) return first;
  return `user: ${first}; administrator: ${others[0] ?? ''}; system administrator: ${others[1] ?? ''}`;
}

const RECIPIENTS: Readonly<Partial<Record<MailTemplate, string>>> = {
  emailChanged: 'former address',
  emailChanging: 'present address',
  emailSet: 'new address',
  confirmEmail: 'new address',
  systemAdministratorMade: 'all system administrators',
};
const mailCell = ({ mails, mayMail = [] }: AccountWrite): string => {
  const words = (prefix: string, templates: readonly MailTemplate[]) =>
    templates.map((template) => `${prefix}${template} (${RECIPIENTS[template] ?? 'owner'})`);
  const all = [...words('', mails), ...words('it may be: ', mayMail)];
  return all.length > 0 ? all.join(', ') : 'none';
};

const words = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const voidsOf = (act: string): string => (act in ENDED_BY ? ENDED_BY[act as EndingAct].map(words).join(', ') : act);
const voidCell = ({ voids, also }: AccountWrite) => [voids, ...(also ? [also] : [])].map(voidsOf).join(', ');

const effectCell = (row: AccountWrite): string => {
  const effects = effectsOf(row);
  if (!isCall(row.by)) return 'none of a call';
  return effects.length === 0 ? 'none' : effects.join(', ');
};

const claimable = new Set<string>(grantableClaims({ roles: [SYSTEM_ADMINISTRATION] }).map(({ value }) => value));
const isApprovable = (by: AccountWrite['by']) => (approvableActions as readonly string[]).includes(by);

/** The roads of a row: a call is also made by a key that has the claim, and carried out by the server once it is approved. */
const roadsOf = (row: AccountWrite): string[] => {
  const own = isCall(row.by) && claimable.has(row.by) ? `${row.road}, key` : row.road;
  return isApprovable(row.by) && effectsOf(row).length > 0 ? [own, `approval of: ${row.road}`] : [own];
};

/** An approved act has its second person. */
const cellsOf = (row: AccountWrite): string[][] =>
  roadsOf(row).map((road, index) => [
    row.write,
    road,
    isCall(row.by) ? `\`${row.by}\`` : row.by,
    effectCell(row),
    index === 0 ? secondPersonOf(row) : 'the approver, who is no sponsor',
    mailCell(row),
    eventsOf(row).length > 0
      ? eventsOf(row)
          .map((event) => `\`${event}\``)
          .join(', ')
      : 'none: its link is printed on the console',
    voidCell(row),
  ]);

test.each(accountWrites.map((row) => [`${row.write}, ${row.road}, ${row.by}`, row] as const))(
  '%s is what the product says',
  (_name, row) => {
    for (const cells of cellsOf(row)) expect(cells.filter((cell) => !/\w/.test(cell))).toEqual([]);
    if (isCall(row.by)) {
      const known = callOf(row.by).effects ?? [];
      expect(effectsOf(row).filter((effect) => !known.includes(effect))).toEqual([]);
      for (const effect of effectsOf(row)) expect(effectSentences[effect]).toMatch(/\w/);
    }
    for (const event of eventsOf(row)) expect(actions.get(`call.${event}.action`) ?? audit.get(`action.${event}`)).toMatch(/\w/);
  },
);

/** Effects on the accounts behind a provider that is switched on, of which no row is written. */
const OF_OTHERS = ['Connections.Enable: trustsProvider', 'Connections.Enable: takesOverAccount'];

test('Every effect of a call that writes accounts belongs to one of its rows', () => {
  const calls = new Set(accountWrites.map(({ by }) => by).filter(isCall));
  const without = [...calls].flatMap((name) => {
    const covered = accountWrites.filter(({ by }) => by === name).flatMap(effectsOf);
    return (callOf(name).effects ?? []).filter((effect) => !covered.includes(effect)).map((effect) => `${name}: ${effect}`);
  });
  expect(without).toEqual(OF_OTHERS);
});

/** Exports that write, by the writes of the table that they are. */
const WRITERS: Readonly<Record<string, readonly string[]>> = {
  'account.change': ['set names', 'set the address', 'set roles', 'enable', 'disable', 'move'],
  'account.join': ['join', 'invite'],
  'account.leave': ['leave', 'come back'],
  'account.endCredentials': ['reset: password', 'reset: second factor', 'reset: passkeys', 'reset: all credentials'],
  'credentials.setPassword': ['set the password', 'register'],
  'credentials.turnOn': ['turn the authenticator on'],
  'credentials.turnOff': ['turn the authenticator off'],
  'credentials.requireMfaAnew': ['reset: second factor', 'reset: all credentials'],
  'credentials.setMfaRequirement': ['require MFA, or exempt'],
  'credentials.remindOfMfa': ['remind of MFA'],
  'credentials.insertPasskey': ['add a passkey'],
  'credentials.deletePasskey': ['delete a passkey'],
  'email.setPendingEmail': ['ask for another address'],
  'email.giveUpEmails': ['give the address up, after leaving'],
  'enable.setEnabled': ['enable', 'disable'],
  'erase.erase': ['erase'],
  'identities.link': ['link'],
  'identities.unlink': ['unlink'],
  'invitations.invite': ['invite'],
  'invitations.register': ['register'],
  'invitations.deleteInvite': ['withdraw'],
  'imported.joinImported': ['join'],
  'imported.removeImported': ['undo an import'],
  'list.writeList': ['join', 'set names', 'set the address', 'set roles', 'enable', 'disable', 'move'],
  'openers.endOpeners': ['refuse the address'],
  'recoveryCodes.renewCodes': ['set recovery codes'],
  'recoveryCodes.makeCodes': ['turn the authenticator on'],
  'recoveryCodes.issueCode': ['issue a recovery code'],
  'recoveryCodes.consumeCode': ['use a recovery code'],
  'roles.setRoles': ['set roles'],
  'roles.setRolesOfMany': ['set roles'],
  'sessions.endSession': ['end a session'],
  'sessions.endSessionsOf': ['end sessions'],
  'sessions.endSessionFor': ['end a session'],
  'sessions.endSessionsFor': ['end sessions'],
  'sessions.endSessionsWhere': ['end a session', 'end sessions'],
  'sessions.endSessionsOpenedBy': ['delete a passkey'],
  'sources.bindToDirectory': ['hand to the directory'],
  'sources.releaseFromDirectory': ['take from the directory'],
};

/** Exports that write nothing on which a rule depends, with the reason. */
const NO_WRITE: Readonly<Record<string, string>> = {
  'account.changeOf': 'a change as the rules see it',
  'account.isHouse': 'reads',
  'account.newVersion': 'voids edits that others have open',
  'administrators.requireSystemAdministrator': 'a rule of writes',
  'administrators.requireAdministrator': 'a rule of writes',
  'administrators.announceSystemAdministrator': 'a mail of writes',
  'authenticatorKey.readKey': 'reads',
  'openers.countOpeners': 'reads',
  'settle.previewEnded': 'reads',
  'authenticatorKey.storedKey': 'a text that a write stores',
  'author.sponsor': 'a fact of writes',
  'credentials.consumeTimeStep': 'a code is used up',
  'credentials.renamePasskey': 'a name in the owner’s list',
  'credentials.recordPasskeyUse': 'a login',
  'email.recordEmailProof': 'a proof of the same address',
  'failures.unlock': 'ends a lock, and opens nothing',
  'failures.forgetPasswordFailures': 'ends a lock, and opens nothing',
  'identities.recordLinkUse': 'a login',
  'invitations.setInviteExpiry': 'an invitation lasts longer',
  'invitations.renewSetUp': 'an invitation lasts longer',
  'logIn.recordEntry': 'a login',
  'mails.mailOwner': 'a mail of writes',
  'mails.mailNewEmail': 'a mail of writes',
  'mails.mailRoles': 'a mail of writes',
  'ownership.setOwner': 'who looks after the account, which opens nothing',
  'preferences.setPreferences': 'opens nothing',
  'recoveryCodes.countCodes': 'reads',
  'recoveryCodes.lacksCodes': 'reads',
  'sessions.shortenSessions': 'a session ends sooner, and none later',
  'sessions.deleteEndedSessions': 'deletes what has ended',
  'settle.settle': 'what follows from writes',
};

test('Each function that server/accounts exports writes a row of the table, or says why not', () => {
  const exported = globSync('server/accounts/*.ts', { cwd: root }).flatMap((path) => {
    const file = /(\w+)\.ts$/.exec(path)?.[1] ?? '';
    return [...textOf(path).matchAll(/^export (?:async )?(?:function (\w+)|const (\w+)\s*=\s*(?:async )?(?:<[^>]*>)?\()/gm)].map(
      ([, name, arrow]) => `${file}.${name ?? arrow ?? ''}`,
    );
  });
  const pure = /^(?:author\.(?:administrator|owner|operator|program)|change\.\w+)$/;
  const known = [...Object.keys(WRITERS), ...Object.keys(NO_WRITE)];
  expect(exported.filter((name) => !pure.test(name)).toSorted()).toEqual(known.toSorted());
  const written = new Set(accountWrites.map(({ write }) => write));
  expect(
    Object.values(WRITERS)
      .flat()
      .filter((write) => !written.has(write)),
  ).toEqual([]);
  expect([...written].filter((write) => !Object.values(WRITERS).flat().includes(write))).toEqual([]);
});

/** Rows that end something, and are in no act of `accountEndings.ts`, with the reason. */
const ENDS_LITTLE: Readonly<Record<string, string>> = {
  'register, registration': 'an invitation is opened by its link alone, which is used up',
  'set the address, invitation, before it is accepted': 'an invitation is opened by its link alone, which is void',
  'undo an import, operator’s command': 'accounts that no user has entered yet',
  'undo an import, file of another system': 'accounts that no user has entered yet',
};

test('Each write that ends something is taken with everything that opens an account', () => {
  const ending = accountWrites.filter(({ voids }) => voids in ENDED_BY || voids === 'the account');
  const untaken = ending
    .filter(({ ends }) => ends === undefined || !(ends in endings))
    .map(({ write, road }) => `${write}, ${road}`);
  expect(untaken).toEqual(Object.keys(ENDS_LITTLE));
});

/** Writes by which an administrator, or a program that one has let in, can have an account in their hands. */
const IN_HANDS = [
  'join',
  'invite',
  'come back',
  'set the address',
  'set roles',
  'enable',
  'move',
  'link',
  'issue a recovery code',
];

/** Such rows that are on no road of `accountRoads.ts`, with the reason. */
const IN_NO_HANDS: Readonly<Record<string, string>> = {
  'join, operator’s command': 'the operator is no administrator',
  'join, former system': 'the operator has let it in, and no administrator can',
  'invite, first start': 'the operator is no administrator',
  'set the address, invitation, before it is accepted': 'the inviter is a sponsor already, or has it approved',
  'set roles, list, import': 'a row that promotes needs a second person, and is an error of the list',
  'set roles, operator’s command': 'the operator is no administrator',
  'enable, list, import': 'a row that enables an administrator needs a second person, and is an error of the list',
  'enable, operator’s command': 'the operator is no administrator',
  'reset: second factor, operator’s command': 'the operator is no administrator',
};

test('Each write by which an account comes into hands is taken by administrators who try to be both pairs of eyes', () => {
  const concerned = accountWrites.filter(({ write }) => IN_HANDS.includes(write) || write.startsWith('reset'));
  const untaken = concerned.filter(({ hands: [act = '', road = ''] = [] }) => !roads[act]?.[road]);
  expect(untaken.map(({ write, road }) => `${write}, ${road}`).toSorted()).toEqual(Object.keys(IN_NO_HANDS).toSorted());
});

/** Mails that belong to a write: their queueing elsewhere would be a road of its own. */
test('Mails of these writes are queued by server/accounts alone, but for those with a link to an act of the call', () => {
  const WITH_LINK: readonly MailTemplate[] = ['setPassword', 'confirmEmail', 'emailChanging', 'accountCreated'];
  const templates = new Set(accountWrites.flatMap(({ mails, mayMail = [] }) => [...mails, ...mayMail]));
  const elsewhere = globSync('server/**/*.ts', { cwd: root })
    .filter((path) => !/^server\/(?:accounts|mail|demo)\//.test(path) && /\bqueueMails?\(/.test(textOf(path)))
    .flatMap((path) =>
      [...textOf(path).matchAll(/'(\w+)'/g)].flatMap(([, word = '']) =>
        templates.has(word as MailTemplate) && !WITH_LINK.includes(word as MailTemplate) ? [`${path}: ${word}`] : [],
      ),
    );
  expect(elsewhere).toEqual([]);
});

test('A call that can take an account for emergencies away lists the problem of it', () => {
  const takes = accountWrites.filter(({ write }) =>
    ['disable', 'move', 'reset: second factor', 'reset: passkeys'].includes(write),
  );
  const calls = new Set<OperationName>(takes.map(({ by }) => by).filter(isCall));
  const atOnce = [...calls, 'Approvals.Approve' as const].filter((name) => name !== 'Operations.Start');
  expect(atOnce.filter((name) => !callOf(name).problems?.includes('RequirementsMissing'))).toEqual([]);
});

const DOCUMENT = 'docs/security.md';
const [BEGIN, END] = ['<!-- accounts: begin -->', '<!-- accounts: end -->'];

function table(): string {
  const head = ['write', 'road', 'by', 'effects', 'second person', 'mails', 'event', 'voids'];
  return [
    '<!-- prettier-ignore -->',
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...accountWrites.flatMap(cellsOf).map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
}

test('The documentation lists every write by every road', () => {
  const document = textOf(DOCUMENT);
  const [before = '', rest = ''] = document.split(BEGIN);
  const [, after = ''] = rest.split(END);
  const wanted = `${before}${BEGIN}\n\n${table()}\n\n${END}${after}`;
  // `UPDATE_DOCS=1 npm test -- registry/accountTable` writes it anew.
  if (process.env.UPDATE_DOCS) writeFileSync(join(root, DOCUMENT), wanted);
  expect(textOf(DOCUMENT)).toBe(wanted);
});
