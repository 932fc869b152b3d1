/**
 * Chooses the phrase that states an audit event in one sentence, the same for the screen, the files and the mails; programs read
 * the codes.
 */
import type { AuditEvent, ListedEvent } from './audit.ts';
import { actionName, phraseOfEvent, readable, type WordedEvent, type Words } from './audit.words.ts';

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

/** The detail that says by a code why an act failed or was refused. Any other `reason` is the text of an administrator. */
export const codeKeyOf = ({ outcome, details }: Pick<WordedEvent, 'outcome' | 'details'>): 'code' | 'reason' | undefined =>
  outcome === 'success' ? undefined : (['code', 'reason'] as const).find((key) => text(details[key]) !== '');

/** The reason why an act failed or was refused, as part of a sentence; undefined if it is not known. */
export function reasonOf(event: WordedEvent, { phrase }: Pick<Words, 'phrase'>): string | undefined {
  const { actor, details } = event;
  const codeKey = codeKeyOf(event);
  if (codeKey === undefined) return undefined;
  const code = text(details[codeKey]);
  // Nobody had the name that was typed: the server knows no more of it.
  const unknown = actor === null ? phrase(`reason.${code}_unknown`) : undefined;
  return unknown ?? phrase(`reason.${code}`) ?? readable(code);
}

/** "Disabled", "Gave System administrator", "Login refused: wrong password". */
export function sentenceOf(event: WordedEvent, words: Words): string {
  const { action, outcome, details } = event;
  const { phrase, number } = words;
  if (outcome !== 'success') {
    const attempt =
      phraseOfEvent('attempt', action, words) ?? phrase('sentence.quoted', { action: actionName(action, words) }) ?? action;
    const reason = reasonOf(event, words);
    return phrase(reason === undefined ? 'sentence.noReason' : 'sentence.refused', { attempt, reason: reason ?? '' }) ?? attempt;
  }
  const count = number(typeof details.count === 'number' ? details.count : 0);
  const began = action === 'Operations.Start' ? phrase(`${text(details.kind)}.many.began`, { number: count }) : undefined;
  return began ?? phraseOf('done', event, count, words) ?? actionName(action, words);
}

function phraseOf(
  kind: 'done' | 'many',
  { action, details }: Pick<WordedEvent, 'action' | 'details'>,
  number: string,
  words: Words,
): string | undefined {
  const variant = variants[action]?.(details) ?? '';
  const values = { given: words.roles(texts(details.given)), taken: words.roles(texts(details.taken)), number };
  return phraseOfEvent(kind, action, words, { variant, values }) ?? phraseOfEvent(kind, action, words, { values });
}

/** "Unlocked 55 users · 3 failed", where an act on many is one line of the report. */
export function sentenceOfLine(event: WordedEvent & Pick<ListedEvent, 'bulk'>, words: Words): string {
  const { users = 0, failed = 0, first = null } = event.bulk ?? {};
  if (first === null) return sentenceOf(event, words);
  const number = words.number(users);
  const done = first.outcome === 'success' && users > 1 ? phraseOf('many', first, number, words) : undefined;
  const sentence = sentenceOf({ ...event, ...first }, words);
  const said = done ?? (users > 1 ? (words.phrase('sentence.many', { sentence, number }) ?? sentence) : sentence);
  const some = failed > 0 && failed < users;
  return (some ? words.phrase('sentence.someFailed', { sentence: said, number: words.number(failed) }) : undefined) ?? said;
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
