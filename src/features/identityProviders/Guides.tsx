/** Guides to the settings of each identity provider, in a few lines each. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { connectionKinds } from '@api/contract/identityProviders.calls.ts';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { Folded } from '@src/ui/Folded.tsx';
import { RadioButtons } from '@src/ui/RadioButtons.tsx';

const ofOpenId = ['entra', 'google', 'okta', 'keycloak'] as const;
const ofSaml = [...ofOpenId, 'adfs'] as const;
const samlSteps = ['1', '2', '3', '4', '5', '6'] as const;
const openIdSteps = [...samlSteps, '7', '8', '9', '10'] as const;

/** @param props.first the provider whose protocol and product are shown first; where it is on, the guides are folded away */
export function Guides({ first }: { readonly first: Pick<Connection, 'kind' | 'vendor' | 'enabled'> | undefined }) {
  const { t } = useTranslation('federation');
  const [kind, setKind] = useState(first?.kind ?? 'openid');
  const [vendor, setVendor] = useState<(typeof ofSaml)[number]>(ofSaml.find((each) => each === first?.vendor) ?? 'entra');
  const shown = kind === 'openid' && vendor === 'adfs' ? 'entra' : vendor;
  const nameOf = (value: typeof vendor) => t(value === 'adfs' ? 'guides.adfs' : `connections.vendors.${value}`);
  return (
    <Folded label={t('guides.steps')} isOpenAtFirst={!first?.enabled}>
      <RadioButtons
        label={t('connections.kind')}
        value={kind}
        choices={connectionKinds.map((value) => ({ value, label: t(`connections.kinds.${value}`) }))}
        onChange={setKind}
      />
      <RadioButtons
        label={t('guides.product')}
        value={shown}
        choices={(kind === 'saml' ? ofSaml : ofOpenId).map((value) => ({ value, label: nameOf(value) }))}
        onChange={setVendor}
      />
      <ol className="guide">
        {kind === 'saml' || shown === 'adfs' ? (
          <>
            <li>{t('guides.samlFirst')}</li>
            {samlSteps.map((step) => (
              <li key={step}>{t(`guides.saml.${shown}.${step}`)}</li>
            ))}
            <li>{t('guides.samlLast')}</li>
          </>
        ) : (
          openIdSteps.map((step) => <li key={step}>{t(`guides.${shown}.${step}`)}</li>)
        )}
      </ol>
    </Folded>
  );
}
