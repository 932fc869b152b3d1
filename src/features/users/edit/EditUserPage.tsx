/** Edit page of one user: details, roles, security and activity. */
import { Button } from 'antd';
import { Suspense, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { isClientProblem, type ClientProblem } from '@api/client/clientProblem.ts';
import { useFetchUserQuery } from '@api/client/users.api.ts';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import type { Self, UserDetail } from '@api/contract/users.shapes.ts';
import { personOf } from '@api/contract/users.policyInput.ts';
import { registerModule } from '@store/modules.ts';
import { usersModule } from '@store/users/users.module.ts';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { paths } from '@src/paths.ts';
import { Result } from '@src/ui/lazyResult.ts';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { Skeleton } from '@src/ui/Skeleton.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { RecoveryCodeDialog } from '@src/secrets/RecoveryCodeDialog.tsx';
import { nameOf } from '../list/cells/TextCells.tsx';
import { StatusPill } from '../list/cells/StatusCell.tsx';
import { Section } from '@src/ui/Section.tsx';
import { SectionIndex } from '@src/ui/SectionIndex.tsx';
import { FormPage } from '../formPage/FormPage.tsx';
import { ActivitySection } from './ActivitySection.tsx';
import { DetailsSection } from './DetailsSection.tsx';
import { RolesSection } from './RolesSection.tsx';
import { SecuritySection } from './SecuritySection.tsx';
import './edit.css';

registerModule(usersModule);

const MINUTE_MS = 60_000;

/** Names of the sections, also the anchors. */
const sections = ['details', 'roles', 'security', 'activity'] as const;

const skeletonBars = [
  { width: '100%', height: '24rem' },
  { width: '100%', height: '16rem' },
];

const isMissing = (problem: ClientProblem): boolean => problem.kind === 'problem' && problem.status === 404;

export default function EditUserPage() {
  const { t } = useTranslation(['users', 'common']);
  const { userName = '' } = useParams();
  const { currentData, error, refetch } = useFetchUserQuery(
    { userName },
    { refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  const { data: self } = useFetchSelfQuery();
  const now = useNow(MINUTE_MS);
  const problem = isClientProblem(error) ? error : undefined;
  const user = problem && isMissing(problem) ? undefined : currentData;

  return (
    <FormPage
      title={t('users:edit.title')}
      tabTitle={user && t('users:edit.tabTitle', { user: nameOf(user) || user.userName })}
      lead={
        user && (
          <p className="row">
            <strong className="cut-lines" title={nameOf(user)}>
              {nameOf(user) || user.userName}
            </strong>
            <span className="muted cut" title={user.userName}>
              {user.userName}
            </span>
            <StatusPill user={user} now={now} />
          </p>
        )
      }
    >
      {user && self ? (
        <Sections key={user.userId} user={user} self={self} now={now} refetch={refetch} />
      ) : problem ? (
        <LoadFailed problem={problem} userName={userName} onTryAgain={() => void refetch()} />
      ) : (
        <Skeleton bars={skeletonBars} label={t('common:loading')} />
      )}
      <RecoveryCodeDialog />
    </FormPage>
  );
}

interface LoadFailedProps {
  readonly problem: ClientProblem;
  readonly userName: string;
  readonly onTryAgain: () => void;
}

function LoadFailed({ problem, userName, onTryAgain }: LoadFailedProps) {
  const { t } = useTranslation(['users', 'common']);
  const toList = <LinkButton to={paths.usersList.to()}>{t('users:edit.toList')}</LinkButton>;
  if (isMissing(problem))
    return (
      <Suspense>
        <Result severity="warning" heading={t('users:edit.missing', { userName })} text={t('users:panel.missing')}>
          {toList}
        </Result>
      </Suspense>
    );
  return (
    <div className="stack">
      <ProblemAlert problem={problem} />
      <div className="button-row">
        <Button type="primary" onClick={onTryAgain}>
          {t('common:tryAgain')}
        </Button>
        {toList}
      </div>
    </div>
  );
}

interface SectionsProps {
  readonly user: UserDetail;
  readonly self: Self;
  readonly now: number;
  readonly refetch: Parameters<typeof DetailsSection>[0]['refetch'];
}

function Sections({ user, self, now, refetch }: SectionsProps) {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const actor = useMemo(() => personOf(self), [self]);
  const { userName } = user;
  const followRename = useCallback(
    (saved: UserDetail) => {
      // The user name of an invited user is the email: changing it changes this page's URL.
      if (saved.userId === user.userId && saved.userName !== userName && saved.version >= user.version)
        void navigate(paths.usersEdit.to({ userName: saved.userName }), { replace: true });
    },
    [navigate, user.userId, user.version, userName],
  );
  const contents = {
    details: (
      <DetailsSection
        user={user}
        actor={actor}
        access={self.impersonatedBy?.access ?? null}
        refetch={refetch}
        onSaved={followRename}
      />
    ),
    roles: <RolesSection user={user} self={self} />,
    security: <SecuritySection user={user} self={self} now={now} />,
    activity: <ActivitySection userName={userName} now={now} />,
  };
  return (
    <SectionIndex label={t('edit.title')} names={sections} headingOf={(name) => t(`edit.${name}.heading`)}>
      {sections.map((name) => (
        <Section key={name} id={name} heading={t(`edit.${name}.heading`)} intro={t(`edit.${name}.intro`)}>
          {contents[name]}
        </Section>
      ))}
    </SectionIndex>
  );
}
