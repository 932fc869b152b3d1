/**
 * Chooses the phrase that states an audit event in one sentence, the same for the screen, the files and the mails; programs read
 * the codes.
 */
import type { AuditEvent } from './audit.ts';
import { actionName, readable, type WordedEvent, type Words } from './audit.words.ts';

type Details = AuditEvent['details'];

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
const texts = (value: unknown): readonly string[] => (isTexts(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'boolean' ? String(value) : '');

function changedRoles({ given, taken }: Details): string {
  if (texts(given).length === 0) return texts(taken).length > 0 ? 'taken' : '';
  return texts(taken).length > 0 ? 'both' : 'given';
}

/**
 * Details on which the sentence of an action depends. The key of the phrase is the action followed by this suffix, if such a phrase
 * exists.
 */
const variants: Readonly<Record<string, (details: Details) => string>> = {
  'Applications.Enable': ({ enabled }) => text(enabled),
  'Connections.Enable': ({ enabled }) => text(enabled),
  'Connections.SetBreakGlass': ({ kept }) => text(kept),
  'Connections.SetRequired': ({ required }) => text(required),
  'Connections.LogIn': ({ outcome }) => text(outcome),
  'ChangeDetails.ChangePassword': ({ by }) => text(by),
  'Login.Login': ({ outcome }) => text(outcome),
  'Login.Logout': ({ by }) => text(by),
  'Mfa.Require': ({ required }) => text(required),
  'Operations.Start': ({ kind }) => text(kind),
  'Organisations.SetMfaRequired': ({ required }) => text(required),
  'Roles.SetUser': changedRoles,
  'Scim.SetRoles': changedRoles,
  'Users.Enable': ({ enabled }) => text(enabled),
  'Users.Impersonate': ({ event, access }) => (event === 'started' && access === 'read' ? 'read' : text(event)),
  'Users.ResetAuthentication': ({ type }) => text(type),
  'Users.Sync': ({ kind }) => text(kind),
  'Imports.Finish': ({ kind }) => (kind === 'undone' ? 'undone' : ''),
  'Operator.Import': ({ kind }) => (kind === 'undone' ? 'undone' : ''),
  'Users.TakeOwnership': ({ undone }) => (undone === true ? 'undone' : ''),
  'Views.Share': ({ shared }) => text(shared),
};

/** The reason why an act failed or was refused, as part of a sentence; undefined if it is not known. */
export function reasonOf({ actor, outcome, details }: WordedEvent, { phrase }: Pick<Words, 'phrase'>): string | undefined {
  const code = outcome === 'success' ? '' : text(details.code) || text(details.reason);
  if (code === '') return undefined;
  // Nobody had the name that was typed: the server knows no more of it.
  const unknown = actor === null ? phrase(`reason.${code}_unknown`) : undefined;
  return unknown ?? phrase(`reason.${code}`) ?? readable(code);
}

/** "Disabled", "Gave System administrator", "Log-in refused: wrong password". */
export function sentenceOf(event: WordedEvent, words: Words): string {
  const { action, outcome, details } = event;
  const { phrase, number, roles } = words;
  if (outcome !== 'success') {
    const attempt = phrase(`attempt.${action}`) ?? phrase('sentence.quoted', { action: actionName(action, words) }) ?? action;
    const reason = reasonOf(event, words);
    return phrase(reason === undefined ? 'sentence.noReason' : 'sentence.refused', { attempt, reason: reason ?? '' }) ?? attempt;
  }
  const variant = variants[action]?.(details) ?? '';
  const values = {
    given: roles(texts(details.given)),
    taken: roles(texts(details.taken)),
    number: number(typeof details.count === 'number' ? details.count : 0),
  };
  const found = variant === '' ? undefined : phrase(`done.${action}_${variant}`, values);
  return found ?? phrase(`done.${action}`, values) ?? actionName(action, words);
}

/** Actions whose sentence can be followed by "by" and the actor. */
const PASSIVE = new Set([
  ...['Create', 'Patch', 'Enable', 'Unlock', 'Erase'].map((verb) => `Users.${verb}`),
  ...['Users.Impersonate', 'Invite.CreateUser', 'Operator.Restore', 'Operator.Backup'],
]);

/** "Disabled by Ingrid Solberg", if the action allows it. @param actor as the reader knows them */
export function sentenceWithActor(event: WordedEvent, actor: string, words: Words): string {
  const sentence = sentenceOf(event, words);
  const isPassive = event.outcome === 'success' && PASSIVE.has(event.action) && text(event.details.event) === '';
  return (isPassive ? words.phrase('sentence.by', { sentence, actor }) : undefined) ?? sentence;
}
