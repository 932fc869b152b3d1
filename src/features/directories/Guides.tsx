/** Guides to the settings of each directory product, in ten lines each. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Folded } from '@src/ui/Folded.tsx';
import { RadioButtons } from '@src/ui/RadioButtons.tsx';

const vendors = ['entra', 'okta'] as const;
type Vendor = (typeof vendors)[number];
const steps = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] as const;

export function Guides({ isConnected }: { readonly isConnected: boolean }) {
  const { t } = useTranslation('provisioning');
  const [vendor, setVendor] = useState<Vendor>('entra');
  return (
    <Folded label={t('guides.steps')} isOpenAtFirst={!isConnected}>
      <RadioButtons
        label={t('guides.directory')}
        value={vendor}
        choices={vendors.map((value) => ({ value, label: t(`guides.${value}.name`) }))}
        onChange={setVendor}
      />
      <ol className="guide">
        {steps.map((step) => (
          <li key={step}>{t(`guides.${vendor}.${step}`)}</li>
        ))}
      </ol>
    </Folded>
  );
}
