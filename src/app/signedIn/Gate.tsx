/** What stands before a protected screen: a valid session, and the role it asks for. The server is asked each time. */
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useDeferredValue, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router';
import { useCheckLoginQuery, type LoginCheck } from '@api/client/login.api.ts';
import { useCheckOwnRoleQuery } from '@api/client/roles.self.api.ts';
import { selectIsInterrupted } from '@store/login/session.slice.ts';
import type { Access } from '@src/app/screen.ts';
import { roleToCheck } from '@src/app/roleToCheck.ts';
import { carrying } from '@src/app/returnUrl.ts';
import { paths } from '@src/paths.ts';
import { Button } from '@src/ui/Button.tsx';
import { Skeleton } from '@src/ui/Skeleton.tsx';

const pageShape = [
  { width: '14rem', height: '2rem' },
  { width: '100%', height: '20rem' },
];

interface Props {
  readonly access: Exclude<Access, 'open'>;
  /** The code of what stands behind may still be on its way. */
  readonly late: boolean;
  readonly children: ReactNode;
}

/** Undefined where no role is asked for, and while the session check must name the user's roles first. */
const roleOf = (access: Props['access'], check: LoginCheck | undefined) => {
  if (access === 'session') return undefined;
  if (access.length === 1) return access[0];
  return check && roleToCheck(access, check.kind === 'signedIn' ? check.roles : []);
};

/** `address` may carry a query of its own. */
const withReturn = (address: string, returnUrl: string): string => {
  const [path = '', query = ''] = address.split('?');
  const all = new URLSearchParams(query);
  for (const [name, value] of Object.entries(carrying(returnUrl))) all.set(name, value);
  return `${path}?${all.toString()}`;
};

export default function Gate({ access, late, children }: Props) {
  const { t } = useTranslation('common');
  const { pathname, search, hash } = useLocation();
  const asked = { refetchOnMountOrArgChange: true };
  const session = useCheckLoginQuery(undefined, asked);
  const wanted = roleOf(access, session.data);
  const role = useCheckOwnRoleQuery(wanted === undefined ? skipToken : { role: wanted }, asked);

  // The session ended under work: the page stays, whatever the server now says, until the dialog over it is answered.
  const isInterrupted = useSelector(selectIsInterrupted);

  const asks = !session.data || (role.isLoading && session.data.kind === 'signedIn');
  // The skeleton stays until the screen can take its place: React would keep nothing there for a third of a second otherwise.
  const stillAsks = useDeferredValue(asks && late);

  if (isInterrupted) return children;
  if (session.isError && !session.data) {
    return (
      <div className="page">
        <p>{t('failed.text')}</p>
        <div>
          <Button kind="primary" onClick={() => void session.refetch()}>
            {t('tryAgain')}
          </Button>
        </div>
      </div>
    );
  }
  if (!session.data || asks || stillAsks) {
    return (
      <div className="page">
        <Skeleton bars={pageShape} label={t('loading')} />
      </div>
    );
  }
  if (session.data.kind !== 'signedIn') {
    if (session.isFetching) return null;
    return <Navigate to={withReturn(session.data.next ?? paths.login.to(), pathname + search + hash)} replace />;
  }
  if (access !== 'session' && role.data !== true) {
    if (role.isFetching) return null;
    return <Navigate to={paths.noAccess.to()} state={{ role: wanted, at: pathname + search + hash }} replace />;
  }
  return children;
}
