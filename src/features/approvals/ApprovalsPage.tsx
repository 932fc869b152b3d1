/** Requests that wait for another administrator: those the reader may decide, and the reader's own. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFetchApprovalsQuery } from '@api/client/approvals.api.ts';
import type { ApprovalRequest } from '@api/contract/approvals.shapes.ts';
import { approvalsModule } from '@store/approvals/approvals.module.ts';
import { registerModule } from '@store/modules.ts';
import { usersModule } from '@store/users/users.module.ts';
import { RecoveryCodeDialog } from '@src/secrets/RecoveryCodeDialog.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { MadeKeyDialog, type MadeKey } from './DoItNow.tsx';
import { isRepeated } from './requestActs.ts';
import { RequestCard } from './RequestCard.tsx';

registerModule(approvalsModule);
registerModule(usersModule);

const REFRESH_INTERVAL_MS = 30_000;

export default function ApprovalsPage() {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  const [madeKey, setMadeKey] = useState<MadeKey>();
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
          const toDecide = requests.filter(({ own, state }) => !own && state === 'open');
          const decided = requests.filter(({ own, state }) => !own && state !== 'open');
          const isReady = (request: ApprovalRequest) => request.state === 'approved' && isRepeated(request);
          const ownRequests = requests
            .filter((request) => request.own)
            .sort((one, other) => Number(isReady(other)) - Number(isReady(one)));
          return (
            <>
              <section className="stack-tight">
                <h2>{toDecide.length === 0 ? t('none') : t('forYou')}</h2>
                {toDecide.length === 0 && <p className="box muted">{t('noneText')}</p>}
                <Requests requests={toDecide} onKeyMade={setMadeKey} />
              </section>
              <section className="stack-tight">
                <h2>{t('own')}</h2>
                {ownRequests.length === 0 && <p className="box muted">{t('noneOwn')}</p>}
                <Requests requests={ownRequests} onKeyMade={setMadeKey} />
              </section>
              {decided.length > 0 && (
                <section className="stack-tight">
                  <h2>{t('decided')}</h2>
                  <Requests requests={decided} onKeyMade={setMadeKey} />
                </section>
              )}
            </>
          );
        }}
      </Loaded>
      <RecoveryCodeDialog />
      {madeKey && <MadeKeyDialog made={madeKey} onClose={() => setMadeKey(undefined)} />}
    </div>
  );
}

interface RequestsProps {
  readonly requests: readonly ApprovalRequest[];
  readonly onKeyMade: (made: MadeKey) => void;
}

function Requests({ requests, onKeyMade }: RequestsProps) {
  return (
    <ul className="stack-tight">
      {requests.map((request) => (
        <li key={request.requestId} className="box row">
          <RequestCard request={request} onKeyMade={onKeyMade} />
        </li>
      ))}
    </ul>
  );
}
