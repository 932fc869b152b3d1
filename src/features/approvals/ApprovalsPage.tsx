/** Requests that wait for another administrator: those the reader may decide, and the reader's own. */
import { useTranslation } from 'react-i18next';
import { useFetchApprovalsQuery } from '@api/client/approvals.api.ts';
import { approvalsModule } from '@store/approvals/approvals.module.ts';
import { registerModule } from '@store/modules.ts';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { RequestCard } from './RequestCard.tsx';

registerModule(approvalsModule);

const REFRESH_INTERVAL_MS = 30_000;

export default function ApprovalsPage() {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  const query = useFetchApprovalsQuery(undefined, {
    pollingInterval: REFRESH_INTERVAL_MS,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
    refetchOnMountOrArgChange: true,
  });
  return (
    <div className="page form-page">
      <header className="form-page-head">
        <PageHeading title={t('title')}>{t('title')}</PageHeading>
        <p className="muted">{t('lead')}</p>
      </header>
      <Loaded query={query}>
        {(requests) => {
          const [own, others] = [requests.filter((request) => request.own), requests.filter((request) => !request.own)];
          return (
            <>
              <section className="stack-tight">
                <h2>{others.length === 0 ? t('none') : t('forYou')}</h2>
                {others.length === 0 && <p className="box muted">{t('noneText')}</p>}
                <Requests requests={others} />
              </section>
              <section className="stack-tight">
                <h2>{t('own')}</h2>
                {own.length === 0 && <p className="box muted">{t('noneOwn')}</p>}
                <Requests requests={own} />
              </section>
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

function Requests({ requests }: { readonly requests: readonly Parameters<typeof RequestCard>[0]['request'][] }) {
  return (
    <ul className="stack-tight">
      {requests.map((request) => (
        <li key={request.requestId} className="box row">
          <RequestCard request={request} />
        </li>
      ))}
    </ul>
  );
}
