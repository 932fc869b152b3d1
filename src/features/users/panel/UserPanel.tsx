/** Drawer of one user: essentials, and causes that prevent a login. */
import { Button, Flex } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isClientProblem } from '@api/client/clientProblem.ts';
import { useFetchUserQuery } from '@api/client/users.api.ts';
import type { UserDetail } from '@api/contract/users.shapes.ts';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { paths } from '@src/paths.ts';
import { Facts } from '@src/ui/Facts.tsx';
import { Link } from '@src/ui/Link.tsx';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { Drawer } from '@src/ui/Drawer.tsx';
import { Skeleton } from '@src/ui/Skeleton.tsx';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { actionsFor } from '../actions/userActions.ts';
import { useActionLetters } from '../actions/useActionLetters.ts';
import { useUserActions } from '../actions/useUserActions.ts';
import { nameOf } from '../list/cells/TextCells.tsx';
import { StatusPill } from '../list/cells/StatusCell.tsx';
import { factorOf, mfaOf } from '../list/userStatus.ts';
import { Diagnosis } from './Diagnosis.tsx';

const skeletonBars = [
  { width: '60%', height: '1.5rem' },
  { width: '40%', height: '1rem' },
  { width: '100%', height: '12rem' },
];

interface Props {
  readonly userName: string;
  readonly now: number;
  readonly onClose: () => void;
}

export function UserPanel({ userName, now, onClose }: Props) {
  const { t } = useTranslation(['users', 'common']);
  const { currentData, error } = useFetchUserQuery({ userName });
  const problem = isClientProblem(error) ? error : undefined;
  const isMissing = problem?.kind === 'problem' && problem.status === 404;
  // RTK Query keeps `currentData` after a 404.
  const user = isMissing ? undefined : currentData;
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
        <Essentials user={user} now={now} />
      ) : isMissing ? (
        <p>{t('users:panel.missing')}</p>
      ) : problem ? (
        <ProblemAlert problem={problem} />
      ) : (
        <Skeleton bars={skeletonBars} label={t('common:loading')} />
      )}
    </Drawer>
  );
}

function Essentials({ user, now }: { readonly user: UserDetail; readonly now: number }) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  const roleNames = useRoleNames();
  const perform = useUserActions();
  const { lastLoginAt, createdAt, owner, failedSignIns } = user;
  const factor = factorOf(user);
  const { organisationName, publicId } = user.organisation;
  const facts = [
    { label: t('column.userName'), children: user.userName },
    { label: t('column.email'), children: user.email },
    user.title !== null && { label: t('panel.title'), children: user.title },
    {
      label: t('column.organisation'),
      children: <Link to={paths.organisations.to({}, { organisation: publicId })}>{organisationName}</Link>,
    },
    {
      label: t('column.roles'),
      children: <span title={roleNames.exactly(user.roles)}>{roleNames.list(user.roles) || '–'}</span>,
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
    { label: t('panel.id'), children: <span className="mono small">{user.userId}</span> },
  ];
  return (
    <>
      <Flex wrap justify="space-between" align="center" gap="small">
        <StatusPill user={user} now={now} />
        <LinkButton to={paths.usersEdit.to({ userName: user.userName })}>{t('panel.open')}</LinkButton>
      </Flex>
      <Diagnosis user={user} now={now} />
      <LostAuthenticator user={user} now={now} />
      <Facts items={facts} />
      <div>
        <Button
          onClick={() => {
            perform('copyId', user);
          }}
        >
          {t('panel.copy')}
        </Button>
      </div>
    </>
  );
}

/** The one cause only the user can know. */
function LostAuthenticator({ user, now }: { readonly user: UserDetail; readonly now: number }) {
  const { t } = useTranslation('users');
  const { data: self } = useFetchSelfQuery();
  const perform = useUserActions();
  const offered = self ? actionsFor(self, user, now).filter(({ key }) => key === 'recoveryCode' || key === 'resetMfa') : [];
  if (!user.mfaEnabled || !offered.some(({ reason }) => reason === null)) return null;
  return (
    <div className="stack-tight">
      <h3>{t('panel.lost')}</h3>
      <div className="button-row">
        {offered.toReversed().map(({ key }) => (
          <Button
            key={key}
            onClick={() => {
              perform(key, user);
            }}
          >
            {t(`action.${key}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}
