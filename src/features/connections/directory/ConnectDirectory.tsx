/** Connects a directory: the steps at its product with address and key at the steps that take them, and the keys that are made. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFetchProvisioningKeysQuery } from '@api/client/directories.api.ts';
import type { Sealed } from '@api/client/secrets.ts';
import type { ProvisioningStatus } from '@api/contract/directories.shapes.ts';
import type { ConnectionVendor } from '@api/contract/identityProviders.states.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import { CopyableText } from '@src/ui/CopyableText.tsx';
import { Facts } from '@src/ui/Facts.tsx';
import { RadioButtons } from '@src/ui/RadioButtons.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { KeyAtStep } from './KeyAtStep.tsx';
import { KeysSection } from './KeysSection.tsx';

/** The steps at each directory product that take the address, with what that product wants at its end, and the key. */
interface Guide {
  readonly address: { readonly step: string; readonly end: string };
  readonly keyStep: string;
}

const directoryVendors = ['entra', 'okta'] as const;
type DirectoryVendor = (typeof directoryVendors)[number];

const directoryGuides: Readonly<Record<DirectoryVendor, Guide>> = {
  // With this at its end, its requests follow the standard.
  entra: { address: { step: '3', end: '?aadOptscim062020' }, keyStep: '3' },
  okta: { address: { step: '3', end: '' }, keyStep: '6' },
};

interface Props {
  readonly organisationPublicId: string;
  readonly status: ProvisioningStatus;
  /** Product of the identity provider, which often has the directory, too. */
  readonly vendor: ConnectionVendor | undefined;
}

export function ConnectDirectory({ organisationPublicId, status: { address }, vendor: likely }: Props) {
  const { t } = useTranslation('provisioning');
  const query = useFetchProvisioningKeysQuery({ organisationPublicId }, { refetchOnMountOrArgChange: true });
  const [vendor, setVendor] = useState<DirectoryVendor>(likely === 'okta' ? 'okta' : 'entra');
  const guide = directoryGuides[vendor];
  const [made, setMade] = useState<Sealed<ReplyOf<'Provisioning.NewKey'>>>();
  return (
    <>
      <RadioButtons
        label={t('guides.directory')}
        value={vendor}
        choices={directoryVendors.map((value) => ({ value, label: t(`guides.${value}.name`) }))}
        onChange={setVendor}
      />
      <Loaded query={query}>
        {(keys) => (
          <>
            <ol className="guide connections-guide">
              {Object.entries(t(`guides.${vendor}.steps`, { returnObjects: true })).map(([step, text]) => (
                <li key={step}>
                  <p>{text}</p>
                  {step === guide.address.step && (
                    <Facts
                      items={[
                        {
                          label: t('connection.address'),
                          children: <CopyableText text={address + guide.address.end} of={t('connection.address')} />,
                        },
                      ]}
                    />
                  )}
                  {step === guide.keyStep && (
                    <KeyAtStep organisationPublicId={organisationPublicId} keys={keys} made={made} onMade={setMade} />
                  )}
                </li>
              ))}
            </ol>
            <KeysSection organisationPublicId={organisationPublicId} keys={keys} />
          </>
        )}
      </Loaded>
    </>
  );
}
