/** Asks the server whether the user may open a screen now. Comes with the store, whose client it uses. */
import type { RoleName } from '@api/contract/person.ts';
import { sessionEnded } from '@api/client/sessionEvents.ts';
import { loginApi, type LoginCheck } from '@api/client/login.api.ts';
import { ownRolesApi } from '@api/client/roles.self.api.ts';
import { selectPerson, selectSelf } from '@store/session/session.slice.ts';
import { paths } from '@src/paths.ts';
import { roleToCheck } from './roleToCheck.ts';
import { withReturn } from './returnUrl.ts';
import type { LazyStore } from '@src/lazyStore.ts';
import type { Access } from './screen.ts';
import { SessionCheckError } from './navigationErrors.ts';

type Store = Pick<Awaited<ReturnType<LazyStore['open']>>, 'dispatch' | 'getState'>;

interface Destination {
  readonly to: string;
  readonly state?: unknown;
}

interface Asked<Data> extends PromiseLike<{ readonly data?: Data | undefined; readonly isError: boolean }> {
  readonly abort: () => void;
}

/**
 * One question, put to the server anew. RTK Query would join a call of the same kind that is under way, whose answer may be older than
 * the question; and a call that was aborted with the cache (another user has logged in) is no answer.
 */
async function askAnew<Data>(running: () => PromiseLike<unknown> | undefined, ask: () => Asked<Data>, signal: AbortSignal) {
  for (;;) {
    for (let earlier = running(); earlier; earlier = running()) await earlier;
    const asked = ask();
    signal.addEventListener('abort', asked.abort, { once: true });
    const { data, isError } = await asked;
    signal.removeEventListener('abort', asked.abort);
    // After a failure `data` is that of an earlier call.
    if (isError || signal.aborted) return undefined;
    if (data !== undefined) return data;
  }
}

const anew = { subscribe: false, forceRefetch: true } as const;

const askSession = ({ dispatch }: Store, signal: AbortSignal): Promise<LoginCheck | undefined> =>
  askAnew(
    () => dispatch(loginApi.util.getRunningQueryThunk('checkLogin', undefined)),
    () => dispatch(loginApi.endpoints.checkLogin.initiate(undefined, anew)),
    signal,
  );

const askRole = ({ dispatch }: Store, role: RoleName, signal: AbortSignal): Promise<boolean | undefined> =>
  askAnew(
    () => dispatch(ownRolesApi.util.getRunningQueryThunk('checkOwnRole', { role })),
    () => dispatch(ownRolesApi.endpoints.checkOwnRole.initiate({ role }, anew)),
    signal,
  );

/** The role can be asked for beside the session where it does not depend on that answer, or most likely not. */
function likelyRole(roles: readonly RoleName[], { getState }: Store): RoleName | undefined {
  const person = selectPerson(getState());
  return roles.length === 1 ? roles[0] : person ? roleToCheck(roles, person.roles) : undefined;
}

/** @returns where to go instead, or null when the screen may be opened; rejects when the session check got no answer. */
export async function checkAccess(
  store: Store,
  access: Exclude<Access, 'open'>,
  address: string,
  signal: AbortSignal,
): Promise<Destination | null> {
  const roles = access === 'session' ? [] : access;
  const likely = likelyRole(roles, store);
  const isImpersonating = (selectSelf(store.getState())?.impersonatedBy ?? null) !== null;
  const early = likely && askRole(store, likely, signal);
  const session = await askSession(store, signal);
  if (!session) throw new SessionCheckError('The session check got no answer');
  if (session.kind !== 'signedIn' && isImpersonating) {
    // Its end leads back to the administrator's own session, by loading the page anew.
    store.dispatch(sessionEnded({ operation: 'Login.Check', path: '/Login/Check' }));
    return new Promise(() => undefined);
  }
  if (session.kind !== 'signedIn') return { to: withReturn(session.next ?? paths.login.to(), address) };
  const role = roleToCheck(roles, session.roles);
  if (role === undefined) return null;
  const isAssigned = role === likely ? await early : await askRole(store, role, signal);
  return isAssigned === true ? null : { to: paths.noAccess.to(), state: { roles, at: address } };
}
