/** A user's login state, causes that prevent a login, and the actions of the row menu as buttons. */
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionGroup } from '@api/contract/actions.entry.ts';
import type { Self, UserDetail } from '@api/contract/users.shapes.ts';
import { useFetchMfaStatusQuery } from '@api/client/mfa.api.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';
import { Facts } from '@src/ui/Facts.tsx';
import { lazyPart } from '@src/ui/lazyPart.tsx';
import { Link } from '@src/ui/Link.tsx';
import { PartErrorBoundary } from '@src/ui/PartErrorBoundary.tsx';
import { Skeleton } from '@src/ui/Skeleton.tsx';
import { ActionButtons } from '../actions/ActionButtons.tsx';
import { type ActionKey, actionKeys, actionsFor, groupOf } from '../actions/userActions.ts';
import { StatusPill } from '../list/cells/StatusCell.tsx';
import { factorOf, mfaOf } from '../list/userStatus.ts';
import { UserApiKeys } from './UserApiKeys.tsx';

/** The drawer of a user has it, too. */
const LoginState = lazyPart(() => import(/* webpackChunkName: "user-panel" */ '../panel/LoginState.tsx'), { inPlace: true });

const loginStateBars = [{ width: '100%', height: '4rem' }];

interface Props {
  readonly user: UserDetail;
  readonly self: Self;
  readonly now: number;
}

export function SecuritySection({ user, self, now }: Props) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  const { currentData: mfa } = useFetchMfaStatusQuery({ userId: user.userId }, { skip: user.inviteState !== null });
  const { lastLoginAt, failedSignIns, loggedIn, recoveryCodesLeft, owner } = user;
  const factor = factorOf(user);
  const mfaWords = [
    t(`mfa.${mfaOf(user)}`),
    factor && t(`factor.${factor}`),
    mfa?.enrolledAt && t('edit.security.since', { date: formats.date(mfa.enrolledAt) }),
    mfa?.requiredBy && t(`edit.security.requiredBy.${mfa.requiredBy}`),
  ];
  const lastLogin = lastLoginAt === null ? t('never') : formats.dateTime(lastLoginAt);
  const facts = [
    { label: t('column.status'), children: <StatusPill user={user} now={now} /> },
    { label: t('column.mfa'), children: mfaWords.filter(Boolean).join(' · ') },
    user.mfaEnabled && { label: t('edit.security.codes'), children: formats.number(recoveryCodesLeft) },
    user.mfaEnabled &&
      mfa !== undefined && { label: t('edit.security.browsers'), children: formats.number(mfa.rememberedBrowsers) },
    { label: t('panel.failures'), children: formats.number(failedSignIns) },
    { label: t('column.lastLoginAt'), children: loggedIn ? `${lastLogin} · ${t('edit.security.loggedIn')}` : lastLogin },
    { label: t('column.createdAt'), children: formats.day(user.createdAt, now) },
    owner !== null && { label: t('column.owner'), children: owner.displayName },
  ];
  return (
    <>
      <PartErrorBoundary>
        <Suspense fallback={<Skeleton bars={loginStateBars} label={t('panel.login')} />}>
          <LoginState userName={user.userName} />
        </Suspense>
      </PartErrorBoundary>
      <Facts items={facts} />
      {user.inviteState === null && <UserApiKeys user={user} self={self} />}
      <Actions user={user} self={self} now={now} />
    </>
  );
}

const groupNames = ['login', 'access', 'account'] as const satisfies readonly ActionGroup[];

function Actions({ user, self, now }: Props) {
  const { t } = useTranslation(['users', 'actions', 'common']);
  const offered = actionsFor(self, user, now, usePageConfig().impersonation);
  const reasons = [...new Set(offered.flatMap(({ reason }) => reason ?? []))];
  const isFree = (key: ActionKey) => offered.some((action) => action.key === key && action.reason === null);
  return (
    <>
      {groupNames.map((name) => {
        const keys = actionKeys.filter((key) => key !== 'edit' && groupOf(key) === name && isFree(key));
        if (keys.length === 0) return null;
        return (
          <div key={name} className="stack-tight">
            <h3 className="muted small">{t(`users:edit.security.${name}`)}</h3>
            <ActionButtons label={t(`users:edit.security.${name}`)} user={user} keys={keys} />
          </div>
        );
      })}
      {reasons.length > 0 && (
        <ul className="stack-tight muted small">
          {reasons.map((reason) => {
            const refused = offered.filter((action) => action.reason === reason);
            const action = refused.map(({ key }) => t(`actions:${key}.label`)).join(', ');
            return (
              <li key={reason}>
                {t('users:edit.security.refused', { action, reason: t(`users:reason.${reason}`) })}{' '}
                {reason === 'OwnAccount' && <Link to={paths.securityDetails.to()}>{t('common:bar.security')}</Link>}
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
