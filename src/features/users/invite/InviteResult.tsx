/** The result per address: sent, already known, or failed with the reason. Only failed ones are retried. */
import { Button, Progress, Tag } from 'antd';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import {
  type Invitee,
  type InviteOutcome,
  type Inviting,
  invitingRetried,
  invitingStopped,
} from '@store/users/inviting.slice.ts';
import { useMessages } from '@src/shell/useMessage.ts';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { isUnsent } from './inviteValues.ts';

type Job = Exclude<Inviting, { kind: 'idle' }>;

/** Colours of tags, whose text says the same. */
const tagColours = {
  sent: 'success',
  invited: 'processing',
  member: 'default',
  taken: 'warning',
  failed: 'error',
} as const satisfies Record<InviteOutcome['kind'], string>;

interface Props {
  readonly job: Job;
  readonly onCorrect: () => void;
  readonly onMore: () => void;
}

export function InviteResult({ job: { kind, people, about }, onCorrect, onMore }: Props) {
  const { t } = useTranslation(['users', 'common']);
  const dispatch = useDispatch();
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isRunning = kind === 'running';
  const count = (outcome: InviteOutcome['kind']) => people.filter((person) => person.outcome?.kind === outcome).length;
  const done = people.filter(({ outcome }) => outcome !== null).length;
  const hasFailed = count('failed') > 0;

  const wasRunning = useRef(isRunning);
  useEffect(() => {
    // A result that already existed when the page was opened does not take the focus.
    if (wasRunning.current) heading.current?.focus();
  }, []);

  return (
    <section className="form-page-section" aria-labelledby={headingId}>
      <header className="form-page-head">
        <h2 ref={heading} id={headingId} tabIndex={-1}>
          {t(isRunning ? 'users:invite.outcome.open' : 'users:invite.result')}
        </h2>
        <p role="status">
          {isRunning
            ? t('users:invite.running', { done, total: people.length })
            : t('users:invite.sent', { sent: count('sent'), total: people.length })}
        </p>
      </header>
      <div className="form-page-content">
        {isRunning && <Progress percent={(100 * done) / people.length} showInfo={false} aria-labelledby={headingId} />}
        <ul className="stack-tight">
          {people.map((person) => (
            <Row key={person.email} person={person} />
          ))}
        </ul>
        <div className="button-row">
          {isRunning ? (
            <Button onClick={() => dispatch(invitingStopped())}>{t('users:invite.stop')}</Button>
          ) : (
            <>
              {hasFailed && (
                <Button type="primary" onClick={() => dispatch(invitingRetried())}>
                  {t('common:tryAgain')}
                </Button>
              )}
              {people.some(isUnsent) && <Button onClick={onCorrect}>{t('users:invite.change')}</Button>}
              {about === null && !hasFailed && <Button onClick={onMore}>{t('users:invite.more')}</Button>}
              <LinkButton type="link" to={paths.usersList.to()}>
                {t('users:edit.toList')}
              </LinkButton>
            </>
          )}
        </div>
      </div>
    </section>
  );
}

function Row({ person: { email, outcome } }: { readonly person: Invitee }) {
  const { t } = useTranslation('users');
  const [why] = useMessages(outcome?.kind === 'failed' ? [outcome.why] : []);
  const known = outcome?.kind === 'taken' ? t('invite.elsewhere') : why;
  return (
    <li className="invite-result row">
      <span className="lead">{email}</span>
      <Tag {...(outcome && { color: tagColours[outcome.kind] })}>{t(`invite.outcome.${outcome?.kind ?? 'open'}`)}</Tag>
      {known && <span className="full-row muted small">{known}</span>}
      {outcome?.kind === 'invited' && <Link to={paths.usersReinvite.to(outcome)}>{t('invite.again')}</Link>}
      {outcome?.kind === 'member' && <Link to={paths.usersEdit.to(outcome)}>{t('edit.title')}</Link>}
    </li>
  );
}
