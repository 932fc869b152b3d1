/** Drawer of one user: whether they can log in, and remedies; actions; what is known of them, and their logins. */
import { Suspense, useCallback, useId, useState } from 'react';
import { lazyPart } from '@src/ui/lazyPart.tsx';
import { useTranslation } from 'react-i18next';
import { isClientProblem } from '@api/client/clientProblem.ts';
import { useFetchUserQuery } from '@api/client/users.api.ts';
import { isSystemAdmin } from '@api/contract/person.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { withPhrases } from '@src/i18n/withPhrases.ts';
import { useTabList } from '@src/list/useTabList.ts';
import { PartErrorBoundary } from '@src/ui/PartErrorBoundary.tsx';
import { Drawer } from '@src/ui/Drawer.tsx';
import { Skeleton } from '@src/ui/Skeleton.tsx';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { ActionButtons } from '../actions/ActionButtons.tsx';
import { actionsFor } from '../actions/userActions.ts';
import { useActionLetters } from '../actions/useActionLetters.ts';
import { nameOf } from '../list/cells/TextCells.tsx';
import { Diagnosis } from './Diagnosis.tsx';
import { Overview, type PartProps, type ShownUser } from './Overview.tsx';
import { PanelActions } from './PanelActions.tsx';

const LogIns = lazyPart(
  withPhrases(['audit', 'logIns'], async () => {
    const { LogIns: component } = await import(/* webpackChunkName: "logins" */ './LogIns.tsx');
    return { default: component };
  }),
  { inPlace: true },
);

const logInBars = [{ width: '100%', height: '8rem' }];

const skeletonBars = [
  { width: '60%', height: '1.5rem' },
  { width: '40%', height: '1rem' },
  { width: '100%', height: '12rem' },
];

interface Props {
  readonly userName: string;
  /** The row that was opened: what it knows is shown until the rest is there. */
  readonly row?: UserSummary | undefined;
  readonly now: number;
  readonly onClose: () => void;
}

export function UserPanel({ userName, row, now, onClose }: Props) {
  const { t } = useTranslation(['users', 'common']);
  const { data: self } = useFetchSelfQuery();
  const { currentData, error } = useFetchUserQuery({ userName });
  const problem = isClientProblem(error) ? error : undefined;
  const isMissing = problem?.kind === 'problem' && problem.status === 404;
  // RTK Query keeps `currentData` after a 404.
  const user: ShownUser | undefined = isMissing ? undefined : (currentData ?? row);
  const performLetter = useActionLetters(now);
  const onLetter = useCallback(
    (letter: string) => {
      if (user) performLetter(user, letter);
    },
    [user, performLetter],
  );
  const title = user === undefined || nameOf(user) === '' ? userName : nameOf(user);

  return (
    <Drawer title={title} closeLabel={t('users:panel.close')} of={userName} onClose={onClose} onLetter={onLetter}>
      {user ? (
        <Parts key={user.userId} user={user} now={now} />
      ) : isMissing ? (
        <p>{self && isSystemAdmin(self) ? t('users:edit.missing', { userName }) : t('users:panel.missing')}</p>
      ) : problem ? (
        <ProblemAlert problem={problem} />
      ) : (
        <Skeleton bars={skeletonBars} label={t('common:loading')} />
      )}
    </Drawer>
  );
}

function Parts({ user, now }: PartProps) {
  const { t } = useTranslation('users');
  const [tab, setTab] = useState<'overview' | 'logIns'>('overview');
  const panelId = useId();
  const { list, tabProps } = useTabList(panelId, tab);
  // Who has not registered yet has no logins.
  const tabs = user.inviteState === null ? (['overview', 'logIns'] as const) : (['overview'] as const);
  return (
    <>
      <Diagnosis userName={user.userName} user={user} now={now} />
      <PanelActions user={user} now={now} />
      <LostAuthenticator user={user} now={now} />
      <div ref={list} className="tabs row-tight" role="tablist" aria-label={t('panel.tabs.label')}>
        {tabs.map((each) => (
          <button
            key={each}
            type="button"
            onClick={() => {
              setTab(each);
            }}
            {...tabProps(each === tab)}
          >
            {t(`panel.tabs.${each}`)}
          </button>
        ))}
      </div>
      <div id={panelId} className="stack" role="tabpanel" aria-label={t(`panel.tabs.${tab}`)}>
        {tab === 'overview' ? (
          <Overview user={user} now={now} />
        ) : (
          <PartErrorBoundary>
            <Suspense fallback={<Skeleton bars={logInBars} label={t('panel.tabs.logIns')} />}>
              <LogIns user={user} now={now} />
            </Suspense>
          </PartErrorBoundary>
        )}
      </div>
    </>
  );
}

/** The one cause that only the user can know. */
function LostAuthenticator({ user, now }: PartProps) {
  const { t } = useTranslation('users');
  const { data: self } = useFetchSelfQuery();
  const offered = self ? actionsFor(self, user, now).filter(({ key }) => key === 'recoveryCode' || key === 'resetMfa') : [];
  if (!user.mfaEnabled || !offered.some(({ reason }) => reason === null)) return null;
  return (
    <div className="stack-tight">
      <h3>{t('panel.lost')}</h3>
      <ActionButtons label={t('panel.lost')} user={user} keys={offered.toReversed().map(({ key }) => key)} />
    </div>
  );
}
