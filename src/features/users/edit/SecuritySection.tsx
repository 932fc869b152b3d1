/** A user's login state, causes that prevent a login, and the actions of the row menu as buttons. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Self, UserDetail } from '@api/contract/users.shapes.ts';
import { useFetchMfaStatusQuery } from '@api/client/mfa.api.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Button } from '@src/ui/Button.tsx';
import { useRouteExists } from '@src/ui/routeExists.ts';
import { actionsFor, screenOf } from '../actions/userActions.ts';
import { useUserActions } from '../actions/useUserActions.ts';
import { StatusPill } from '../list/cells/StatusCell.tsx';
import { mfaOf } from '../list/userStatus.ts';
import { Diagnosis } from '../panel/Diagnosis.tsx';

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
  const mfaWords = [
    t(`mfa.${mfaOf(user)}`),
    mfa?.enrolledAt && t('edit.security.since', { date: formats.date(mfa.enrolledAt) }),
    mfa?.requiredBy && t(`edit.security.requiredBy.${mfa.requiredBy}`),
  ];
  return (
    <>
      <dl className="edit-facts">
        <Fact term={t('column.status')}>
          <StatusPill user={user} now={now} />
        </Fact>
        <Fact term={t('column.mfa')}>{mfaWords.filter(Boolean).join(' · ')}</Fact>
        {user.mfaEnabled && <Fact term={t('edit.security.codes')}>{formats.number(recoveryCodesLeft)}</Fact>}
        {user.mfaEnabled && mfa && <Fact term={t('edit.security.browsers')}>{formats.number(mfa.rememberedBrowsers)}</Fact>}
        <Fact term={t('panel.failures')}>{formats.number(failedSignIns)}</Fact>
        <Fact term={t('column.lastLoginAt')}>
          {lastLoginAt === null ? t('never') : formats.dateTime(lastLoginAt)}
          {loggedIn && ` · ${t('edit.security.loggedIn')}`}
        </Fact>
        <Fact term={t('column.createdAt')}>{formats.day(user.createdAt, now)}</Fact>
        {owner && <Fact term={t('column.owner')}>{owner.displayName}</Fact>}
      </dl>
      <Diagnosis user={user} now={now} />
      <Actions user={user} self={self} now={now} />
    </>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Actions({ user, self, now }: Props) {
  const { t } = useTranslation('users');
  const perform = useUserActions();
  const routeExists = useRouteExists();
  const offered = actionsFor(self, user, now, usePageConfig().impersonation).filter(({ key }) => {
    const screen = screenOf(key, user);
    return key !== 'edit' && (screen === null || routeExists(screen));
  });
  const refused = offered.flatMap(({ key, reason }) => (reason === null ? [] : { key, reason }));
  return (
    <div className="stack-tight">
      <div className="button-row">
        {offered.map(
          ({ key, reason }) =>
            reason === null && (
              <span key={key} className={key === 'disable' ? 'edit-danger' : undefined}>
                <Button
                  onClick={() => {
                    perform(key, user);
                  }}
                >
                  {t(`action.${key}`)}
                </Button>
              </span>
            ),
        )}
      </div>
      {refused.length > 0 && (
        <ul className="edit-refused muted small">
          {refused.map(({ key, reason }) => (
            <li key={key}>{t('edit.security.refused', { action: t(`action.${key}`), reason: t(`reason.${reason}`) })}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
