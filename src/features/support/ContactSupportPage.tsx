/** The public support form; after sending, the ticket number. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { useFetchSupportFormQuery } from '@api/client/support.api.ts';
import { useReturnUrlQuery } from '@src/navigation/returnUrl.ts';
import { ProblemAlert } from '@src/forms/native/ProblemAlert.tsx';
import { paths } from '@src/paths.ts';
import { Breakable } from '@src/ui/Breakable.tsx';
import { Alert } from '@src/ui/native/Alert.tsx';
import { Button } from '@src/ui/native/Button.tsx';
import { Card } from '@src/ui/native/Card.tsx';
import { CardSkeleton } from '@src/ui/native/CardSkeleton.tsx';
import { CopyButton } from '@src/ui/native/CopyButton.tsx';
import { Link } from '@src/ui/Link.tsx';
import { SupportForm, type SentTicket } from './SupportForm.tsx';

export default function ContactSupportPage() {
  const { t } = useTranslation(['support', 'common']);
  const { data: configuration, error, refetch } = useFetchSupportFormQuery();
  const [ticket, setTicket] = useState<SentTicket>();
  const isSignedIn = configuration?.signedInAs != null;

  if (ticket) {
    return (
      <TicketCard
        ticket={ticket}
        isSignedIn={isSignedIn}
        onAnother={() => {
          setTicket(undefined);
        }}
      />
    );
  }
  if (!configuration && !error) return <CardSkeleton />;
  return (
    <Card key="form" title={t('title')} heading={t('heading')} intro={t('intro')}>
      {configuration ? (
        <SupportForm configuration={configuration} onSent={setTicket} />
      ) : (
        <>
          <ProblemAlert problem={error as ClientProblem} />
          <Button kind="primary" onClick={() => void refetch()}>
            {t('common:tryAgain')}
          </Button>
        </>
      )}
      <BackLink isSignedIn={isSignedIn} />
    </Card>
  );
}

/** The login page redirects signed-in users to their home. */
function BackLink({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const { t } = useTranslation('support');
  const carried = useReturnUrlQuery();
  return (
    <ul className="links">
      <li>
        <Link to={paths.login.to({}, carried)}>{t(isSignedIn ? 'home' : 'back')}</Link>
      </li>
    </ul>
  );
}

interface TicketProps {
  readonly ticket: SentTicket;
  readonly isSignedIn: boolean;
  readonly onAnother: () => void;
}

function TicketCard({ ticket, isSignedIn, onAnother }: TicketProps) {
  const { t } = useTranslation('support');
  return (
    <Card key="sent" title={t('title')} heading={t('sent.heading')}>
      <Alert severity="success">
        <Breakable>{t('sent.text', { email: ticket.email })}</Breakable>
      </Alert>
      <dl className="facts">
        <div className="with-end">
          <dt className="muted small">{t('sent.number')}</dt>
          <dd className="mono">{ticket.ticketNumber}</dd>
          <dd>
            <CopyButton text={ticket.ticketNumber} of={t('sent.number')} />
          </dd>
        </div>
      </dl>
      <Button onClick={onAnother}>{t('sent.another')}</Button>
      <BackLink isSignedIn={isSignedIn} />
    </Card>
  );
}
