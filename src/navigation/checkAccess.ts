/** Asks the server whether the user may open a screen now. Part of the store's chunk. */
import type { RoleName } from '@api/contract/person.ts';
import { sessionEnded } from '@api/client/sessionEvents.ts';
import { loginApi, type LoginCheck } from '@api/client/login.api.ts';
import { ownRolesApi } from '@api/client/roles.self.api.ts';
import { selfApi } from '@api/client/users.self.api.ts';
import { selectPerson, selectSelf } from '@store/session/session.slice.ts';
import { paths } from '@src/paths.ts';
import { noteNotLoggedIn } from './loginCircle.ts';
import { loginLocation } from './loginLocation.ts';
import { roleToCheck } from './roleToCheck.ts';
import type { LazyStore } from '@src/lazyStore.ts';
import type { Access, Screen } from './screen.ts';
import { SessionCheckError } from './navigationErrors.ts';

type Store = Pick<Awaited<ReturnType<LazyStore['open']>>, 'dispatch' | 'getState'>;

interface Destination {
  readonly to: string;
  readonly state?: unknown;
  /** Nothing is known about the role: its check failed. */
  readonly isUnchecked?: boolean;
}

interface RunningQuery<Data> extends PromiseLike<{ readonly data?: Data | undefined; readonly isError: boolean }> {
  readonly abort: () => void;
}

/**
 * Sends a fresh query. RTK Query would join a pending one, whose answer may be older than this check; and a request aborted by a
 * cache reset (another user has logged in) is sent again.
 */
async function queryFresh<Data>(
  pendingQuery: () => PromiseLike<unknown> | undefined,
  start: () => RunningQuery<Data>,
  signal: AbortSignal,
) {
  for (;;) {
    for (let earlier = pendingQuery(); earlier; earlier = pendingQuery()) await earlier;
    const query = start();
    signal.addEventListener('abort', query.abort, { once: true });
    const { data, isError } = await query;
    signal.removeEventListener('abort', query.abort);
    // After an error `data` is that of an earlier request.
    if (isError || signal.aborted) return undefined;
    if (data !== undefined) return data;
  }
}

const CHECK_PATH = '/Login/Check';

const freshOptions = { subscribe: false, forceRefetch: true } as const;

const querySession = ({ dispatch }: Store, signal: AbortSignal): Promise<LoginCheck | undefined> =>
  queryFresh(
    () => dispatch(loginApi.util.getRunningQueryThunk('checkLogin', undefined)),
    () => dispatch(loginApi.endpoints.checkLogin.initiate(undefined, freshOptions)),
    signal,
  );

const queryRole = ({ dispatch }: Store, role: RoleName, signal: AbortSignal): Promise<boolean | undefined> =>
  queryFresh(
    () => dispatch(ownRolesApi.util.getRunningQueryThunk('checkOwnRole', { role })),
    () => dispatch(ownRolesApi.endpoints.checkOwnRole.initiate({ role }, freshOptions)),
    signal,
  );

/** A page is rendered with its user, so that nothing moves when the user is known. A failed read is repeated and reported by the page. */
const readSelf = ({ dispatch }: Store): PromiseLike<unknown> =>
  dispatch(selfApi.endpoints.fetchSelf.initiate(undefined, { subscribe: false }));

/** The role to check in parallel with the session, if it (probably) does not depend on the session's answer. */
function expectedRoleOf(roles: readonly RoleName[], { getState }: Store): RoleName | undefined {
  const person = selectPerson(getState());
  return roles.length === 1 ? roles[0] : person ? roleToCheck(roles, person.roles) : undefined;
}

/** A screen that can't be loaded is reported by its route. */
async function prepareScreen(load: Screen['load'], { dispatch }: Store, signal: AbortSignal): Promise<void> {
  const screen = await load().catch(() => undefined);
  await screen?.prepare?.(dispatch, signal);
}

/** @returns where to redirect, or null if access is granted @throws SessionCheckError if the session check failed */
export async function checkAccess(
  store: Store,
  access: Exclude<Access, 'open'>,
  address: string,
  signal: AbortSignal,
  load?: Screen['load'],
): Promise<Destination | null> {
  const roles = access === 'session' ? [] : access;
  const expectedRole = expectedRoleOf(roles, store);
  const isImpersonating = (selectSelf(store.getState())?.impersonatedBy ?? null) !== null;
  const earlyRoleCheck = expectedRole && queryRole(store, expectedRole, signal);
  const session = await querySession(store, signal);
  if (!session) throw new SessionCheckError('The session check got no answer');
  if (session.kind !== 'signedIn' && isImpersonating) {
    // The impersonation has ended: its saga reloads the page with the administrator's own session.
    store.dispatch(sessionEnded({ operation: 'Login.Check', path: CHECK_PATH }));
    return new Promise(() => undefined);
  }
  if (session.kind !== 'signedIn') {
    noteNotLoggedIn(CHECK_PATH);
    return { to: loginLocation(session.next, address) };
  }
  const selfRead = readSelf(store);
  const role = roleToCheck(roles, session.roles);
  const isAssigned = role === expectedRole ? await earlyRoleCheck : role && (await queryRole(store, role, signal));
  await selfRead;
  const isGranted = role === undefined || isAssigned === true;
  if (isGranted && load && !signal.aborted) await prepareScreen(load, store, signal);
  const isUnchecked = isAssigned === undefined;
  return isGranted ? null : { to: paths.noAccess.to(), state: { roles, at: address, isUnchecked }, isUnchecked };
}
