/** Settings of the system that users come from one by one, at their first login: all of them, or none. */
import { z } from 'zod';

/** A password in it would be in every listing of processes; a query or a fragment is no part of an endpoint. */
const endpoint = z.url({ protocol: /^https$/, error: 'must be an https address' }).refine((text) => {
  const { username, password, search, hash } = new URL(text);
  return `${username}${password}${search}${hash}` === '';
}, 'must be an address without user, query and fragment');

const MIN_TOKEN_LENGTH = 32;

export const formerLogin = {
  /** It is asked once for a name that no account has, with the password that was typed. */
  FORMER_LOGIN_URL: endpoint.optional(),
  /** Its host once more: passwords are sent to no other. */
  FORMER_LOGIN_HOST: z.string().toLowerCase().optional(),
  /** When it ends by itself: a day, or a time with its zone. */
  FORMER_LOGIN_UNTIL: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: 'must be a day (2027-03-31) or a time with its zone' })
    .optional(),
  /** Bearer token by which the other system knows this one. */
  FORMER_LOGIN_TOKEN: z.string().optional(),
  /** A file with the same. */
  FORMER_LOGIN_TOKEN_FILE: z.string().optional(),
  /** Name of the organisation of those whose proven address is of no organisation's proven domain. */
  FORMER_LOGIN_ORGANISATION: z.string().optional(),
};

type Settings = z.infer<z.ZodObject<typeof formerLogin>>;

export const isLongEnough = (token: string): boolean => token.length >= MIN_TOKEN_LENGTH;
export const TOKEN_TOO_SHORT = `must have ${String(MIN_TOKEN_LENGTH)} characters or more, such as \`openssl rand -base64 32\` gives`;

export function formerLoginFaults(env: Settings): string[] {
  const { FORMER_LOGIN_URL: url, FORMER_LOGIN_HOST: host, FORMER_LOGIN_UNTIL: until, FORMER_LOGIN_TOKEN: token } = env;
  const { FORMER_LOGIN_TOKEN_FILE: file, FORMER_LOGIN_ORGANISATION: organisation } = env;
  if (url === undefined)
    return [host, until, token, file, organisation].some((each) => each !== undefined)
      ? ['FORMER_LOGIN_URL: is needed beside the other settings of FORMER_LOGIN']
      : [];
  const faults: string[] = [];
  if (host !== new URL(url).hostname) faults.push('FORMER_LOGIN_HOST: must be the host of FORMER_LOGIN_URL');
  if (until === undefined) faults.push('FORMER_LOGIN_UNTIL: is needed beside FORMER_LOGIN_URL');
  if ((token === undefined) === (file === undefined)) faults.push('FORMER_LOGIN_TOKEN and FORMER_LOGIN_TOKEN_FILE: one of them');
  if (token !== undefined && !isLongEnough(token)) faults.push(`FORMER_LOGIN_TOKEN: ${TOKEN_TOO_SHORT}`);
  return faults;
}
