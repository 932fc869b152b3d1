/**
 * "Continue with your organisation's login", below the login form; shown once the typed address has a domain that an organisation
 * has proven. A refusal by the provider is shown without a reason, as anyone may be reading it.
 */
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDiscoverLoginMutation } from '@api/client/identityProviders.api.ts';
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
  const begin = useDiscovery();
  const [query] = useSearchParams();
  const isRefused = query.get('problem') === 'sso';
  return begin || isRefused ? <Offer begin={begin} isRefused={isRefused} /> : null;
}

function Offer({ begin, isRefused }: { readonly begin: Begin | undefined; readonly isRefused: boolean }) {
  const { t } = useTranslation('sso');
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
      {begin && (
        <Button busy={false} onClick={() => void go(begin)}>
          {t('continue')}
        </Button>
      )}
    </>,
    slot,
  );
}

/** Asks when the field is left, once for each domain. */
function useDiscovery(): Begin | undefined {
  const [discover] = useDiscoverLoginMutation();
  const [begin, setBegin] = useState<Begin>();
  const asked = useRef<{ domain: string; address: string | null }>({ domain: '', address: null });
  useEffect(() => {
    let isOver = false;
    const look = async (email: string) => {
      const domain = email.split('@')[1]?.toLowerCase() ?? '';
      if (domain !== asked.current.domain) {
        const found = { domain, address: null as string | null };
        asked.current = found;
        if (domain !== '') found.address = (await discover({ body: { email } })).data?.address ?? null;
        // Another address has been typed meanwhile.
        if (isOver || asked.current !== found) return;
      }
      const { address } = asked.current;
      setBegin(address === null ? undefined : { address, email });
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
  return begin;
}
