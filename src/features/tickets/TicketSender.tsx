/** The sender of a ticket, and the failed login in question. */
import { useTranslation } from 'react-i18next';
import { isAdmin } from '@api/contract/person.ts';
import type { TicketDetail } from '@api/contract/tickets.ts';
import { useSelf } from '@src/session/useOwnAccount.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';
import { Facts } from '@src/ui/Facts.tsx';
import { Link } from '@src/ui/Link.tsx';

interface Props {
  readonly ticket: TicketDetail;
  readonly now: number;
}

export function TicketSender({ ticket, now }: Props) {
  const { t } = useTranslation('tickets');
  const formats = useFormats();
  const self = useSelf();
  const { from, organisation, caseIdOrPortfolioName: caseId, failedLogin } = ticket;
  const { user, email, typedUserName } = from;
  const isReachable = self !== null && isAdmin(self) && user?.userName != null;
  const userName = user?.userName ?? undefined;
  const reason = failedLogin?.reason;
  const facts = [
    user !== null && {
      label: t('panel.user'),
      children: isReachable ? (
        <Link className="link" to={paths.usersList.to({ filter: 'all', search: userName }, { user: userName })}>
          {user.displayName}
        </Link>
      ) : (
        user.displayName
      ),
    },
    user !== null && userName !== undefined && { label: t('panel.userName'), children: userName },
    { label: t('panel.email'), children: email },
    typedUserName !== null && typedUserName !== userName && { label: t('panel.typedUserName'), children: typedUserName },
    organisation !== null && { label: t('panel.organisation'), children: organisation.organisationName },
    caseId !== null && { label: t('panel.caseId'), children: caseId },
    failedLogin !== null && {
      label: t('panel.failedLogin'),
      children: (
        <>
          <time dateTime={failedLogin.at} title={formats.dateTime(failedLogin.at)}>
            {formats.relative(failedLogin.at, now)}
          </time>
          {reason != null && t(`reason.${isKnown(reason) ? reason : 'other'}`)}{' '}
          <Link className="link small" to={paths.usersAudit.to({}, { target: userName, action: 'Login.', range: 'all' })}>
            {t('panel.inAudit')}
          </Link>
        </>
      ),
    },
  ];
  return (
    <section className="stack-tight" aria-label={t('panel.sender')}>
      <Facts items={facts} />
    </section>
  );
}

const reasons = ['InvalidCredentials', 'Locked', 'Disabled', 'NotApproved'] as const;
const isKnown = (reason: string): reason is (typeof reasons)[number] => reasons.some((each) => each === reason);
