/** The reason why a login with an identity provider is refused, shown to administrators, never to the caller. */
import * as client from 'openid-client';
import type { ConnectionProblem } from '../../../api/contract/identityProviders.problems.ts';

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly problem: ConnectionProblem;
  readonly detail: Readonly<Record<string, string>>;
  /** The page on which a user who is logged in goes on. */
  backTo: string | undefined;
  /** The user of the login, if known. */
  readonly userId: string | undefined;

  constructor(problem: ConnectionProblem, detail: Readonly<Record<string, string>> = {}, userId?: string) {
    super(problem);
    this.problem = problem;
    this.detail = detail;
    this.userId = userId;
    this.backTo = undefined;
  }
}

/** The request to the provider, which distinguishes errors of the same kind. */
type Phase = 'metadata' | 'token';

const byClaim: Partial<Record<string, ConnectionProblem>> = {
  iss: 'issuer',
  aud: 'audience',
  azp: 'audience',
  nonce: 'nonce',
  auth_time: 'authTime',
  exp: 'clock',
  iat: 'clock',
  nbf: 'clock',
};

const byCode: Partial<Record<string, ConnectionProblem>> = {
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'metadata',
  OAUTH_KEY_SELECTION_FAILED: 'signature',
  OAUTH_UNSUPPORTED_OPERATION: 'signature',
  OAUTH_TIMEOUT: 'unreachable',
  OAUTH_ABORT: 'unreachable',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'metadata',
  OAUTH_REQUEST_PROTOCOL_FORBIDDEN: 'metadata',
};

const unreachable =
  /^(?:E(?:CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE)|CERT_|ERR_TLS|UNABLE_TO|DEPTH_ZERO)/;

/** Maps errors of `openid-client`. */
export function asRefused(error: unknown, phase: Phase): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof client.AuthorizationResponseError) return new Refused('provider', { code: short(error.error) });
  if (error instanceof client.ResponseBodyError)
    return new Refused(error.error === 'invalid_client' ? 'client' : 'token', { code: short(error.error) });
  if (error instanceof client.WWWAuthenticateChallengeError)
    // UserInfo challenges for the access token, by `Bearer`; the token endpoint challenges for our credentials.
    return new Refused(error.cause.some(({ scheme }) => scheme === 'bearer') ? 'token' : 'client', {
      code: String(error.status),
    });
  const chain = causesOf(error);
  if (chain.some(({ name }) => name === 'InternalAddressError')) return new Refused('internalAddress');
  if (chain.some(({ name }) => name === 'ResponseTooLargeError')) return new Refused('tooLarge');
  const response = chain.find((each) => each instanceof Response) as Response | undefined;
  if (response) {
    const isRedirect = response.status >= 300 && response.status < 400;
    return new Refused(isRedirect ? 'redirect' : phase, { code: String(response.status) });
  }
  const claim = chain.map(({ claim: each }) => each).find((each) => typeof each === 'string');
  const known = typeof claim === 'string' ? byClaim[claim] : undefined;
  if (known) return new Refused(known);
  const codes = chain.flatMap(({ code }) => (typeof code === 'string' ? [code] : []));
  const coded = codes.map((code) => byCode[code]).find((each) => each !== undefined);
  if (coded) return new Refused(coded);
  if (codes.some((code) => unreachable.test(code)) || chain.some(({ name }) => name === 'TimeoutError'))
    return new Refused('unreachable');
  const words = chain.map(({ message }) => (typeof message === 'string' ? message : '')).join(' ');
  if (/signature|\balg\b/i.test(words)) return new Refused('signature');
  if (words.includes('"iss"')) return new Refused('issuer');
  return new Refused(phase === 'metadata' ? 'metadata' : 'response', codes[0] === undefined ? {} : { code: short(codes[0]) });
}

type Cause = Partial<Record<'name' | 'message' | 'code' | 'claim' | 'cause', unknown>>;

const MAX_CAUSES = 8;

/** An error and what it was caused by; details of the library are in a plain object at the end. */
function causesOf(error: unknown): Cause[] {
  const chain: Cause[] = [];
  for (let each = error; typeof each === 'object' && each !== null && chain.length < MAX_CAUSES; each = (each as Cause).cause)
    chain.push(each);
  return chain;
}

const MAX_CODE_LENGTH = 100;
const short = (text: string): string => text.replaceAll(/[^\w.:/ -]/g, '').slice(0, MAX_CODE_LENGTH);
