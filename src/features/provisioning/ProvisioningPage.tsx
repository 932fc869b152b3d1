/** Connects an organisation with its directory: address and keys, guides, groups and their roles, requests, existing users. */
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFetchProvisioningQuery } from '@api/client/provisioning.api.ts';
import { provisioningModule } from '@store/provisioning/provisioning.module.ts';
import { registerModule } from '@store/modules.ts';
import { OrganisationPageHead, useOrganisationName } from '@src/list/OrganisationPageHead.tsx';
import { Loaded, Section } from '@src/ui/Section.tsx';
import { AdoptSection } from './AdoptSection.tsx';
import { Guides } from './Guides.tsx';
import { GroupsSection } from './GroupsSection.tsx';
import { KeysSection } from './KeysSection.tsx';
import { live } from './live.ts';
import { RequestsSection } from './RequestsSection.tsx';
import { StatusFacts } from './StatusFacts.tsx';
import '@src/ui/styles/formPage.css';
import './provisioning.css';

registerModule(provisioningModule);

export default function ProvisioningPage() {
  const { t } = useTranslation('provisioning');
  const { organisationPublicId = '' } = useParams();
  const status = useFetchProvisioningQuery({ organisationPublicId }, live);
  const name = useOrganisationName(organisationPublicId);
  return (
    <div className="page form-page">
      <OrganisationPageHead
        organisationPublicId={organisationPublicId}
        title={t('title')}
        tabTitle={name === undefined ? t('title') : t('tabTitle', { name })}
        lead={name === undefined ? t('lead') : t('leadOf', { name })}
        back={t('back')}
      />
      <Loaded query={status}>
        {(found) => (
          <div className="form-page-sections">
            <Section id="connection" heading={t('connection.heading')} intro={t('connection.intro')}>
              <StatusFacts status={found} />
            </Section>
            <Section id="keys" heading={t('keys.heading')} intro={t('keys.intro')}>
              <KeysSection organisationPublicId={organisationPublicId} />
            </Section>
            <Section id="guides" heading={t('guides.heading')} intro={t('guides.intro')}>
              <Guides />
            </Section>
            <Section id="groups" heading={t('groups.heading')} intro={t('groups.intro')}>
              <GroupsSection organisationPublicId={organisationPublicId} />
            </Section>
            <Section id="people" heading={t('adopt.heading')} intro={t('adopt.intro')}>
              <AdoptSection organisationPublicId={organisationPublicId} managed={found.managed} name={name ?? ''} />
            </Section>
            <Section id="requests" heading={t('requests.heading')} intro={t('requests.intro')}>
              <RequestsSection organisationPublicId={organisationPublicId} />
            </Section>
          </div>
        )}
      </Loaded>
    </div>
  );
}
