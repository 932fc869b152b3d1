/** The sessions of a user, which an administrator may end, and the logins. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useFetchUserSessionsQuery } from '@api/client/users.api.ts';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { mayEndSessions } from '@api/contract/users.policy.ts';
import { personOf, targetOf } from '@api/contract/users.policyInput.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { endSessionRequested, payloadOf } from '@store/users/acts.saga.ts';
import { LogInList } from '@src/logIns/LogInList.tsx';
import { SessionItem } from '@src/logIns/SessionItem.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';

interface Props {
  readonly user: UserSummary;
  readonly now: number;
}

export function LogIns({ user, now }: Props) {
  const { t } = useTranslation('logIns');
  return (
    <>
      <section className="stack-tight">
        <h3>{t('sessions.heading')}</h3>
        <Sessions user={user} now={now} />
      </section>
      <section className="stack-tight">
        <h3>{t('heading')}</h3>
        <LogInList userName={user.userName} now={now} />
      </section>
    </>
  );
}

function Sessions({ user, now }: Props) {
  const { t } = useTranslation('logIns');
  const dispatch = useDispatch();
  const { data: self } = useFetchSelfQuery();
  const query = useFetchUserSessionsQuery({ userName: user.userName }, { refetchOnMountOrArgChange: true });
  const mayEnd = self?.impersonatedBy === null && mayEndSessions(personOf(self), targetOf(user)) === null;
  return (
    <Loaded query={query}>
      {(sessions) =>
        sessions.length === 0 ? (
          <p className="muted">{t('sessions.none')}</p>
        ) : (
          <ul className="stack-tight">
            {sessions.map((session) => {
              const browser = session.browser || t('sessions.unknownBrowser');
              const { sessionId } = session;
              return (
                <SessionItem key={sessionId} session={session} now={now}>
                  {mayEnd && (
                    <Button
                      danger
                      onClick={() => {
                        dispatch(endSessionRequested({ ...payloadOf(user), sessionId, browser }));
                      }}
                    >
                      {t('sessions.end')}
                      <VisuallyHidden> ({browser})</VisuallyHidden>
                    </Button>
                  )}
                </SessionItem>
              );
            })}
          </ul>
        )
      }
    </Loaded>
  );
}
