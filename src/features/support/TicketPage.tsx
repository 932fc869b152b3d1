/** Shows the state of a ticket to the person who has the mailed link. */
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { seal } from '@api/client/secrets.ts';
import { useViewTicketStateMutation } from '@api/client/support.api.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import { ProblemAlert } from '@src/forms/native/ProblemAlert.tsx';
import { isRefused, problemOf } from '@src/forms/refusal.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useMailedToken } from '@src/navigation/mailedLink.ts';
import { paths } from '@src/paths.ts';
import { Alert } from '@src/ui/native/Alert.tsx';
import { Button } from '@src/ui/native/Button.tsx';
import { Card } from '@src/ui/native/Card.tsx';
import { CardSkeleton } from '@src/ui/native/CardSkeleton.tsx';
import { Link } from '@src/ui/Link.tsx';

export default function TicketPage() {
  const { t } = useTranslation(['support', 'common']);
  const navigate = useNavigate();
  const token = useMailedToken();
  const [view, { data: state, error }] = useViewTicketStateMutation();
  const failure = error === undefined ? undefined : problemOf(error);
  const read = useCallback(() => {
    if (token !== undefined && token !== 'arriving') void view(seal({ body: token }));
  }, [token, view]);
  useEffect(read, [read]);

  if (token === 'arriving' || (token && !state && !failure)) return <CardSkeleton />;
  if (token === undefined || (failure && isRefused(failure))) {
    return (
      <Card key="gone" title={t('state.title')} heading={t('state.gone')}>
        <Alert severity="warning">{t('state.goneText')}</Alert>
        <Button kind="primary" onClick={() => void navigate(paths.contactSupport.to())}>
          {t('state.contact')}
        </Button>
      </Card>
    );
  }
  return (
    <Card title={t('state.title')} heading={t('state.heading')}>
      {failure ? (
        <>
          <ProblemAlert problem={failure} />
          <Button kind="primary" onClick={read}>
            {t('common:tryAgain')}
          </Button>
        </>
      ) : (
        state && <State state={state} />
      )}
      <ul className="links">
        <li>
          <Link to={paths.contactSupport.to()}>{t('state.contact')}</Link>
        </li>
      </ul>
    </Card>
  );
}

function State({ state: ticket }: { readonly state: ReplyOf<'Support.TicketState'> }) {
  const { ticketNumber, state, createdAt, answeredAt, closedAt } = ticket;
  const { t } = useTranslation('support');
  const formats = useFormats();
  const kind = state === 'closed' ? 'closed' : answeredAt === null ? 'open' : 'answered';
  const times = [
    ['sent', createdAt],
    ['answered', answeredAt],
    ['closed', closedAt],
  ] as const;
  return (
    <>
      <Alert severity={kind === 'open' ? 'info' : 'success'}>{t(`state.${kind}`)}</Alert>
      <dl className="facts">
        <div>
          <dt className="muted small">{t('sent.number')}</dt>
          <dd className="mono">{ticketNumber}</dd>
        </div>
        {times.map(
          ([what, at]) =>
            at !== null && (
              <div key={what}>
                <dt className="muted small">{t(`state.at.${what}`)}</dt>
                <dd>
                  <time dateTime={at}>{formats.dateTime(at)}</time>
                </dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}
