/** Asks the system that users come from whether a password is right there. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Config, ConfigError } from '../../config/config.ts';
import { isLongEnough, TOKEN_TOO_SHORT } from '../../config/formerLogin.ts';
import { outboundFetch } from '../../http/outbound.ts';
import { nameKey } from '../../db/names.ts';
import { ASK_MS } from '../../signIn/former.ts';
import { EMPTY_PERSON, type ForeignPerson } from '../person.ts';

const text = z.string().max(255);

/** What of an answer is read: whatever else it has, such as roles, does not come. */
const Profile = z.object({
  id: text.default(''),
  userName: text.default(''),
  email: text,
  emailVerified: z.boolean().default(false),
  firstName: text.default(''),
  lastName: text.default(''),
  name: text.default(''),
});

/** By these it says that the password is wrong, or that there is nobody of this name, or nobody who may log in. */
const NO: readonly number[] = [401, 403, 404];

/** The other system does not answer as agreed; the message has nothing of what was typed. */
export class FormerFault extends Error {
  override readonly name = 'FormerFault';
}

type Ask = (userName: string, password: string) => Promise<ForeignPerson | undefined>;

/** @returns a function that is undefined for a wrong password or name. @throws ConfigError for a token that can't be read; the function: FormerFault */
export function askFormer(config: Config, address: string, publicUrl: () => string, limitMs = ASK_MS): Ask {
  const send = outboundFetch(config, publicUrl);
  const headers = { authorization: `Bearer ${tokenOf(config)}`, 'content-type': 'application/json', accept: 'application/json' };
  return async (userName, password) => {
    const response = await send(address, {
      method: 'POST',
      headers,
      body: JSON.stringify({ userName, password }),
      signal: AbortSignal.timeout(limitMs),
    }).catch((error: unknown) => {
      throw new FormerFault((error as Error).message);
    });
    if (NO.includes(response.status)) return undefined;
    if (response.status !== 200) throw new FormerFault(`The answer has the status ${String(response.status)}`);
    return personOf(userName, await response.text());
  };
}

/** @throws FormerFault also for a profile of another person than was asked about */
function personOf(asked: string, answer: string): ForeignPerson {
  const profile = Profile.safeParse(parsed(answer));
  if (!profile.success) throw new FormerFault('The answer is no profile');
  const { userName, email } = profile.data;
  if (![userName, email].some((name) => nameKey(name) === nameKey(asked)))
    throw new FormerFault('The answer is about another name than was asked');
  return { ...EMPTY_PERSON, ...profile.data, id: profile.data.id || nameKey(userName || email) };
}

function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer) as unknown;
  } catch {
    return undefined;
  }
}

function tokenOf({ FORMER_LOGIN_TOKEN: given, FORMER_LOGIN_TOKEN_FILE: file }: Config): string {
  if (file === undefined) return given ?? '';
  let token: string;
  try {
    token = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(
      `FORMER_LOGIN_TOKEN_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`,
    );
  }
  if (!isLongEnough(token)) throw new ConfigError(`FORMER_LOGIN_TOKEN_FILE: ${TOKEN_TOO_SHORT}`);
  return token;
}
