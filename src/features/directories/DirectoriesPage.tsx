/** Connects an organisation with its directory: address and keys, guides, groups and their roles, requests, existing users. */
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFetchProvisioningGroupsQuery, useFetchProvisioningQuery } from '@api/client/directories.api.ts';
import { provisioningModule } from '@store/directories/directories.module.ts';
import { registerModule } from '@store/modules.ts';
import { OrganisationPageHead, useOrganisationName } from '@src/list/OrganisationPageHead.tsx';
import { Loaded, Section } from '@src/ui/Section.tsx';
import { SectionIndex } from '@src/ui/SectionIndex.tsx';
import { AdoptSection } from './AdoptSection.tsx';
import { Guides } from './Guides.tsx';
import { GroupsSection } from './GroupsSection.tsx';
import { KeysSection } from './KeysSection.tsx';
import { live } from './live.ts';
import { RequestsSection } from './RequestsSection.tsx';
import { StatusFacts } from './StatusFacts.tsx';
import './directories.css';

registerModule(provisioningModule);

/** The ids of the sections, and what is said in each. */
const phrases = {
  connection: 'connection',
  keys: 'keys',
  guides: 'guides',
  groups: 'groups',
  people: 'adopt',
  requests: 'requests',
} as const;
const sections = Object.keys(phrases) as (keyof typeof phrases)[];

export default function ProvisioningPage() {
  const { t } = useTranslation('provisioning');
  const { organisationPublicId = '' } = useParams();
  const status = useFetchProvisioningQuery({ organisationPublicId }, live);
  const { currentData: known } = useFetchProvisioningGroupsQuery({ organisationPublicId });
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
        {(found) => {
          const contents = {
            connection: <StatusFacts status={found} />,
            keys: <KeysSection organisationPublicId={organisationPublicId} />,
            guides: <Guides isConnected={found.state !== 'notConnected'} />,
            groups: <GroupsSection organisationPublicId={organisationPublicId} />,
            people: <AdoptSection organisationPublicId={organisationPublicId} managed={found.managed} name={name ?? ''} />,
            requests: <RequestsSection organisationPublicId={organisationPublicId} />,
          };
          // A section without anything says what will be there, in one line.
          const empty: Partial<Record<keyof typeof phrases, boolean>> = {
            groups: known?.groups.length === 0,
            requests: found.lastRequestAt === null,
          };
          return (
            <SectionIndex label={t('title')} names={sections} headingOf={(section) => t(`${phrases[section]}.heading`)}>
              {sections.map((section) => (
                <Section
                  key={section}
                  id={section}
                  heading={t(`${phrases[section]}.heading`)}
                  intro={!empty[section] && t(`${phrases[section]}.intro`)}
                >
                  {contents[section]}
                </Section>
              ))}
            </SectionIndex>
          );
        }}
      </Loaded>
    </div>
  );
}
