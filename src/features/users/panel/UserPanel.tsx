/** Drawer of one user: whether they can log in, and remedies; actions; essentials; the last events. */
import { Suspense, useCallback, useId, useState } from 'react';
import { lazyPart } from '@src/ui/lazyPart.tsx';
import { useTranslation } from 'react-i18next';
import { isClientProblem } from '@api/client/clientProblem.ts';
import { useFetchUserQuery } from '@api/client/users.api.ts';
import { isSystemAdmin } from '@api/contract/person.ts';
import type { UserDetail, UserSummary } from '@api/contract/users.shapes.ts';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { withPhrases } from '@src/i18n/withPhrases.ts';
import { useTabList } from '@src/list/useTabList.ts';
import { paths } from '@src/paths.ts';
import { PartErrorBoundary } from '@src/ui/PartErrorBoundary.tsx';
import { Facts } from '@src/ui/Facts.tsx';
import { Link } from '@src/ui/Link.tsx';
import { Drawer } from '@src/ui/Drawer.tsx';
import { Skeleton } from '@src/ui/Skeleton.tsx';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { ActionButtons } from '../actions/ActionButtons.tsx';
import { actionsFor } from '../actions/userActions.ts';
import { useActionLetters } from '../actions/useActionLetters.ts';
import { nameOf } from '../list/cells/TextCells.tsx';
import { StatusPill } from '../list/cells/StatusCell.tsx';
import { factorOf, mfaOf } from '../list/userStatus.ts';
import { Diagnosis } from './Diagnosis.tsx';
import { PanelActions } from './PanelActions.tsx';

const RecentEvents = lazyPart(
  withPhrases(['audit'], async () => {
    const { ActivitySection } = await import(/* webpackChunkName: "user-edit" */ '../edit/ActivitySection.tsx');
    return { default: ActivitySection };
  }),
  { inPlace: true },
);

const LogIns = lazyPart(
  withPhrases(['audit', 'logIns'], async () => {
    const { LogIns: component } = await import(/* webpackChunkName: "log-ins" */ './LogIns.tsx');
    return { default: component };
  }),
  { inPlace: true },
);

const eventBars = [{ width: '100%', height: '8rem' }];

const skeletonBars = [
  { width: '60%', height: '1.5rem' },
  { width: '40%', height: '1rem' },
  { width: '100%', height: '12rem' },
];

const copyOnly = ['copyId'] as const;

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

/** A user in full, or as far as a row knows them. */
type ShownUser = UserSummary & Partial<Pick<UserDetail, 'failedSignIns'>>;

interface PartProps {
  readonly user: ShownUser;
  readonly now: number;
}

function Parts({ user, now }: PartProps) {
  const { t } = useTranslation('users');
  const [tab, setTab] = useState<'overview' | 'logIns'>('overview');
  const panelId = useId();
  const { list, tabProps } = useTabList(panelId, tab);
  // Who has not registered yet has no log-ins.
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
            <Suspense fallback={<Skeleton bars={eventBars} label={t('panel.tabs.logIns')} />}>
              <LogIns user={user} now={now} />
            </Suspense>
          </PartErrorBoundary>
        )}
      </div>
    </>
  );
}

function Overview({ user, now }: PartProps) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  const roleNames = useRoleNames();
  const { lastLoginAt, createdAt, owner, managedBy, failedSignIns = 0 } = user;
  const factor = factorOf(user);
  const eventsId = useId();
  const { organisationName, publicId } = user.organisation;
  const facts = [
    { label: t('column.status'), children: <StatusPill user={user} now={now} /> },
    {
      label: t('column.roles'),
      children: <span title={roleNames.exactly(user.roles)}>{roleNames.list(user.roles) || '–'}</span>,
    },
    { label: t('panel.sessions'), children: t(user.loggedIn ? 'panel.loggedIn' : 'panel.loggedOut') },
    { label: t('column.userName'), children: user.userName },
    { label: t('column.email'), children: user.email },
    user.title !== null && { label: t('panel.title'), children: user.title },
    {
      label: t('column.organisation'),
      children: <Link to={paths.organisations.to({}, { organisation: publicId })}>{organisationName}</Link>,
    },
    { label: t('column.mfa'), children: [t(`mfa.${mfaOf(user)}`), factor && t(`factor.${factor}`)].filter(Boolean).join(' · ') },
    {
      label: t('column.lastLoginAt'),
      children:
        lastLoginAt === null ? (
          t('never')
        ) : (
          <time dateTime={lastLoginAt} title={formats.dateTime(lastLoginAt)}>
            {formats.relative(lastLoginAt, now)}
          </time>
        ),
    },
    failedSignIns > 0 && { label: t('panel.failures'), children: formats.number(failedSignIns) },
    { label: t('column.createdAt'), children: formats.day(createdAt, now) },
    owner !== null && { label: t('column.owner'), children: owner.displayName },
    managedBy !== null && {
      label: t('column.managedBy'),
      children: managedBy === 'SCIM' ? t('managedBy.directory') : managedBy,
    },
    { label: t('panel.id'), children: <span className="mono small">{user.userId}</span> },
  ];
  return (
    <>
      <Facts items={facts} />
      <ActionButtons label={t('panel.id')} user={user} keys={copyOnly} />
      <section className="stack-tight" aria-labelledby={eventsId}>
        <h3 id={eventsId}>{t('panel.events')}</h3>
        <PartErrorBoundary>
          <Suspense fallback={<Skeleton bars={eventBars} label={t('panel.events')} />}>
            <RecentEvents userName={user.userName} now={now} />
          </Suspense>
        </PartErrorBoundary>
      </section>
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
