/** What is known of a user, and the last events about them. */
import { Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDetail, UserSummary } from '@api/contract/users.shapes.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { withPhrases } from '@src/i18n/withPhrases.ts';
import { paths } from '@src/paths.ts';
import { Facts } from '@src/ui/Facts.tsx';
import { lazyPart } from '@src/ui/lazyPart.tsx';
import { Link } from '@src/ui/Link.tsx';
import { PartErrorBoundary } from '@src/ui/PartErrorBoundary.tsx';
import { Skeleton } from '@src/ui/Skeleton.tsx';
import { ActionButtons } from '../actions/ActionButtons.tsx';
import { StatusPill } from '../list/cells/StatusCell.tsx';
import { factorOf, mfaOf } from '../list/userStatus.ts';

const RecentEvents = lazyPart(
  withPhrases(['audit'], async () => {
    const { ActivitySection } = await import(/* webpackChunkName: "user-edit" */ '../edit/ActivitySection.tsx');
    return { default: ActivitySection };
  }),
  { inPlace: true },
);

const eventBars = [{ width: '100%', height: '8rem' }];

const copyOnly = ['copyId'] as const;

/** A user in full, or as far as a row knows them. */
export type ShownUser = UserSummary & Partial<Pick<UserDetail, 'failedSignIns'>>;

export interface PartProps {
  readonly user: ShownUser;
  readonly now: number;
}

export function Overview({ user, now }: PartProps) {
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
