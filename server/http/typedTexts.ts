/** Cleans the typed fields of a body before the contract's rules are applied. */
import { typedLine, typedName } from '../../api/contract/rules/typed.ts';
import { mailbox } from '../db/names.ts';

const meanings: Readonly<Record<string, (text: string) => string>> = {
  userName: typedLine,
  Username: typedLine,
  email: mailbox,
  Email: mailbox,
  userNameOrEmail: mailbox,
  domain: (text) => mailbox(`@${typedLine(text).replace(/^@/, '')}`).slice(1),
  firstName: typedName,
  lastName: typedName,
};

/** Other fields, and values that are no text, are left for validation. */
export function typedTexts(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const typed = Object.entries(body).flatMap(([field, value]: [string, unknown]) => {
    const meaning = Object.hasOwn(meanings, field) ? meanings[field] : undefined;
    return meaning && typeof value === 'string' ? [[field, meaning(value)]] : [];
  });
  return typed.length === 0 ? body : { ...body, ...Object.fromEntries(typed) };
}
