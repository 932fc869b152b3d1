/** The form in which the audit stores a name that no account has. It may be a password, typed into the wrong field. */
import { typedLine } from '../../api/contract/rules/typed.ts';
import { nameKey } from '../db/names.ts';
import type { ServerSecret } from './serverSecret.ts';

const SHOWN_CHARACTERS = 2;
const HASH_LENGTH = 12;

/**
 * The first two characters, and a keyed hash: the same name always gives the same, which distinguishes guesses at one name
 * from guesses at many. Without the server's secret a dictionary can't reverse it.
 */
export function unknownName(secret: Pick<ServerSecret, 'sign'>, name: string): string {
  const key = nameKey(name);
  const shown = Array.from(typedLine(name)).slice(0, SHOWN_CHARACTERS).join('');
  return `${shown}… #${secret.sign('unknown name', key).slice(0, HASH_LENGTH)}`;
}
