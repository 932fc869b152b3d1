/** Error element of the routes: the screen's code could not be loaded, its access check failed, or it threw while rendering. */
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createPath, useLocation, useNavigate, useNavigation, useRouteError } from 'react-router';
import { Button } from '@src/ui/native/Button.tsx';
import { Card } from '@src/ui/native/Card.tsx';
import { Link } from '@src/ui/Link.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { reachesServer } from '@src/browser/reachesServer.ts';
import { useWhenOnline } from '@src/browser/useWhenOnline.ts';
import { errorReference } from '@src/errors/errorReference.ts';
import { sendsReports } from '@src/errors/errorReporting.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { isLoadError, SessionCheckError } from './navigationErrors.ts';
import type { LoginContradictionError } from './loginCircle.ts';
import { supportLink } from './supportLink.ts';

function useTryAgain(error: unknown): { readonly tryAgain: () => void; readonly isTrying: boolean } {
  const navigate = useNavigate();
  const location = useLocation();
  const isTrying = useNavigation().state !== 'idle';
  const tryAgain = async () => {
    // After a deployment the old chunk may be gone; only a fresh page knows the new name.
    if (isLoadError(error) && (await reachesServer())) window.location.reload();
    else await navigate(createPath(location), { replace: true, state: location.state as unknown });
  };
  return { tryAgain: () => void tryAgain(), isTrying };
}

/** @param reference connects the ticket with the report of an error */
export function SupportLink({ reference }: { readonly reference?: string }) {
  const { t } = useTranslation('common');
  return (
    <p>
      <Link to={supportLink({ about: 'fault', reference })}>{t('contactSupport')}</Link>
    </p>
  );
}

/** A bug of the screen itself: a retry may not help, so it shows the error's reference. */
function Fault({ reference }: { readonly reference: string }) {
  const { t } = useTranslation('common');
  const isReported = sendsReports(usePageConfig());
  return (
    <>
      <p>{t('fault.text')}</p>
      <p className="muted">
        {isReported && t('fault.reported')} {t('fault.reference')} <span className="mono">{reference}</span>
      </p>
      <SupportLink reference={reference} />
    </>
  );
}

/** What to do about a known error; empty for a bug. */
function adviceFor(error: unknown, t: TFunction): string | false {
  // Recognised by its field: the class is not part of the first view.
  const path = (error as Partial<LoginContradictionError> | null | undefined)?.refusedBy;
  if (path) return t('failed.contradiction', { path });
  return error instanceof SessionCheckError ? t('failed.check') : isLoadError(error) && t('failed.text');
}

function useFailure(): { readonly title: string; readonly text: ReactNode; readonly action: ReactNode } {
  const { t } = useTranslation('common');
  const error = useRouteError();
  const { tryAgain, isTrying } = useTryAgain(error);
  useWhenOnline(tryAgain, isLoadError(error) || error instanceof SessionCheckError);
  const advice = adviceFor(error, t);
  return {
    title: t(advice ? 'failed.title' : 'fault.title'),
    text: (
      <div className="stack-tight">
        {advice ? (
          <>
            <p>{advice}</p>
            <SupportLink />
          </>
        ) : (
          <Fault reference={errorReference(error)} />
        )}
      </div>
    ),
    action: (
      <Button kind="primary" busy={isTrying} onClick={tryAgain}>
        {t('tryAgain')}
      </Button>
    ),
  };
}

/** The error card of sign-in pages. */
export function FailedCard() {
  const { title, text, action } = useFailure();
  return (
    <Card title={title} heading={title}>
      {text}
      {action}
    </Card>
  );
}

/** The error of screens below the top bar. */
export function FailedScreen() {
  const { title, text, action } = useFailure();
  return (
    <div className="page">
      <PageHeading title={title}>{title}</PageHeading>
      {text}
      <div>{action}</div>
    </div>
  );
}
