/**
 * A connection to a provider that sends whatever a test wants, one for a whole test file: `const { logIn } =
 * useOpenIdProvider(site)`.
 */
import type { Client } from './client.ts';
import { arrive, startLogin, startRogueProvider, type Claims, type RogueProvider } from './rogueProvider.ts';
import {
  arriveSaml,
  AUTHORITY,
  metadataOf,
  samlAnswer,
  secondsFromNow,
  startSamlLogin,
  type SamlAnswer,
} from './samlAuthority.ts';
import type { TestServer } from './server.ts';
import { addConnection, linkedMember, proveDomain, type ConnectionSettings, type SsoMember, type TestConnection } from './sso.ts';

interface Options {
  readonly organisation?: string;
  /** A domain that the organisation has proven. */
  readonly domain?: string;
  readonly settings?: ConnectionSettings;
  readonly enabled?: boolean;
}

/** The browser that logs in, and the connection. */
interface LoginOptions {
  readonly client?: Client;
  readonly query?: string;
  readonly at?: TestConnection;
}

/**
 * Finishes a login: the provider sends this, and the browser of the login, or another one, returns with it, here or to another
 * connection. @returns its address then
 */
type Finish<Says> = (says: Says, back?: { readonly by?: Client; readonly to?: TestConnection }) => Promise<string>;

/** An object that exists in tests and hooks only, under a name for the whole file. */
const later = <T extends object>(now: () => T): T =>
  new Proxy({} as T, {
    get: (_none, key) => Reflect.get(now(), key) as unknown,
    set: (_none, key, value) => Reflect.set(now(), key, value),
  });

function useConnection(
  site: TestServer,
  { organisation, domain, enabled = true }: Options,
  settings: () => Promise<ConnectionSettings>,
) {
  let added: TestConnection;
  beforeAll(async () => {
    if (domain !== undefined) await proveDomain(site, domain, organisation);
    added = await addConnection(site, await settings(), organisation);
    if (enabled) await added.enable(true);
  });
  return later(() => added);
}

/** A provider of OpenID Connect. A path in its issuer is a tenant. */
export function useOpenIdProvider(site: TestServer, { path, ...options }: Options & { readonly path?: string } = {}) {
  let started: RogueProvider;
  const connection = useConnection(site, options, async () => {
    started = await startRogueProvider(path);
    return { issuer: started.issuer, ...options.settings };
  });
  const rogue = later(() => started);
  afterEach(() => {
    rogue.reset();
  });
  afterAll(() => {
    rogue.close();
  });

  /** Starts a login, until the browser has reached the provider. */
  async function start({ at = connection, ...from }: LoginOptions = {}) {
    const login = await startLogin(site, at, from);
    const finish: Finish<Claims> = (claims, { by = login.client, to = at } = {}) => {
      rogue.claims = { nonce: login.nonce, ...claims };
      return arrive(by, login.callback.replace(at.connectionId, to.connectionId));
    };
    return { ...login, finish };
  }
  async function logIn(claims: Claims, from?: LoginOptions) {
    const { client, finish } = await start(from);
    return { client, at: await finish(claims) };
  }
  const linked = (at = connection) => linkedMember(site, at, rogue.issuer, undefined, options.organisation);
  return { rogue, connection, startLogin: start, logIn, linked };
}

/** A SAML provider. */
export function useSamlProvider(site: TestServer, options: Options = {}) {
  const connection = useConnection(site, options, () =>
    Promise.resolve({ kind: 'saml', metadata: metadataOf(), ...options.settings }),
  );

  /** Starts a login, until the browser has reached the provider. */
  async function start({ at = connection, ...from }: LoginOptions = {}) {
    const request = await startSamlLogin(site, at, from);
    const finish: Finish<SamlAnswer> = (answer, { by = request.client, to = at } = {}) =>
      arriveSaml(site, to, { ...request, client: by }, samlAnswer(to, request, answer));
    return { ...request, finish };
  }
  async function logIn(answer: SamlAnswer, from?: LoginOptions) {
    const { client, finish } = await start(from);
    return { client, at: await finish(answer) };
  }
  const linked = (at = connection) => linkedMember(site, at, AUTHORITY.issuer, undefined, options.organisation);
  return { connection, startLogin: start, logIn, linked };
}

/** Statements that a provider can make by either protocol. */
interface Words {
  readonly sub: string;
  readonly session?: string;
  readonly endedSecondsAgo?: number;
  readonly loggedInSecondsAgo?: number;
}

interface Provider<Says> {
  readonly connection: TestConnection;
  readonly linked: (at?: TestConnection) => Promise<SsoMember & { readonly sub: string }>;
  readonly startLogin: (from?: LoginOptions) => Promise<{ readonly client: Client; readonly finish: Finish<Says> }>;
}

const inWords = <Says>(
  { connection, linked, startLogin: start }: Provider<Says>,
  say: (words: Required<Words>) => Says,
): Provider<Words> => ({
  connection,
  linked,
  startLogin: async (from) => {
    const { client, finish } = await start(from);
    const usual = { session: 'only', endedSecondsAgo: -300, loggedInSecondsAgo: 1 };
    return { client, finish: (words, back) => finish(say({ ...usual, ...words }), back) };
  },
});

/** A provider for each protocol, with the same statements, for `describe.each`. */
export function useBothProviders(site: TestServer, { openId = useOpenIdProvider(site), saml = useSamlProvider(site) } = {}) {
  const seconds = (ago: number) => Math.floor(Date.now() / 1000) - ago;
  return {
    'OpenID Connect': inWords(openId, (words) => ({
      sub: words.sub,
      sid: words.session,
      exp: seconds(words.endedSecondsAgo),
      auth_time: seconds(words.loggedInSecondsAgo),
    })),
    SAML: inWords(saml, (words) => ({
      subject: words.sub,
      sessionIndex: words.session,
      notOnOrAfter: secondsFromNow(-words.endedSecondsAgo),
      authnInstant: secondsFromNow(-words.loggedInSecondsAgo),
    })),
  };
}
