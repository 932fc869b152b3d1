/**
 * "Continue with your organisation's login", below the login form; shown once the typed address has a domain that an organisation
 * has proven. A refusal by the provider is shown without a reason, as anyone may be reading it. If the server
 * refuses to look, its reason is shown in place of the button.
 */
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isClientProblem, type ClientProblem } from '@api/client/clientProblem.ts';
import { useDiscoverLoginMutation } from '@api/client/identityProviders.api.ts';
import { problemText } from '@src/forms/submission.ts';
import { useReturnUrl } from '@src/navigation/returnUrl.ts';
import { useRedirect } from '@src/navigation/useRedirect.ts';
import { Alert } from '@src/ui/native/Alert.tsx';
import { Button } from '@src/ui/native/Button.tsx';
import { useCardSlot } from './useCardSlot.ts';

interface Begin {
  readonly address: string;
  readonly email: string;
}

export default function SsoLogin() {
  const { begin, problem } = useDiscovery();
  const [query] = useSearchParams();
  const isRefused = query.get('problem') === 'sso';
  return begin || problem || isRefused ? <Offer begin={begin} problem={problem} isRefused={isRefused} /> : null;
}

interface OfferProps extends Discovery {
  readonly isRefused: boolean;
}

function Offer({ begin, problem, isRefused }: OfferProps) {
  const { t } = useTranslation('sso');
  const { t: common } = useTranslation();
  const returnUrl = useReturnUrl();
  const redirect = useRedirect();
  const slot = useCardSlot();
  const go = async ({ address, email }: Begin) => {
    const query = new URLSearchParams({ ...(returnUrl && { ReturnUrl: returnUrl }), login_hint: email });
    await redirect(`${address}?${query.toString()}`);
  };
  return createPortal(
    <>
      {isRefused && <Alert severity="error">{t('refused')}</Alert>}
      {problem && <Alert severity="warning">{problemText(problem, common)}</Alert>}
      {begin && (
        <Button busy={false} onClick={() => void go(begin)}>
          {t('continue')}
        </Button>
      )}
    </>,
    slot,
  );
}

interface Discovery {
  readonly begin?: Begin | undefined;
  /** The server's reason not to look. */
  readonly problem?: ClientProblem | undefined;
}

/** Asks when the field is left, once for each domain, and again after a refusal. */
function useDiscovery(): Discovery {
  const [discover] = useDiscoverLoginMutation();
  const [discovery, setDiscovery] = useState<Discovery>({});
  const asked = useRef<{ domain: string; address: string | null }>({ domain: '', address: null });
  useEffect(() => {
    let isOver = false;
    const look = async (email: string) => {
      const domain = email.split('@')[1]?.toLowerCase() ?? '';
      if (domain !== asked.current.domain) {
        const found = { domain, address: null as string | null };
        asked.current = found;
        const { data, error } = domain === '' ? {} : await discover({ body: { email } });
        // Another address has been typed meanwhile.
        if (isOver || asked.current !== found) return;
        if (isClientProblem(error) && error.kind === 'problem') {
          asked.current = { domain: '', address: null };
          setDiscovery({ problem: error });
          return;
        }
        found.address = data?.address ?? null;
      }
      const { address } = asked.current;
      setDiscovery(address === null ? {} : { begin: { address, email } });
    };
    const left = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.name === 'userName') void look(target.value.trim());
    };
    addEventListener('focusout', left);
    void look(document.querySelector<HTMLInputElement>('input[name="userName"]')?.value.trim() ?? '');
    return () => {
      isOver = true;
      removeEventListener('focusout', left);
    };
  }, [discover]);
  return discovery;
}
