/** Lets users of an organisation log in with its identity provider: domains, provider, dry run, guides, what is required, log-ins. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useFetchConnectionsQuery } from '@api/client/identityProviders.api.ts';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { federationModule } from '@store/identityProviders/identityProviders.module.ts';
import { registerModule } from '@store/modules.ts';
import { OrganisationPageHead, useOrganisationName } from '@src/list/OrganisationPageHead.tsx';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';
import { RadioButtons } from '@src/ui/RadioButtons.tsx';
import { Loaded, Section } from '@src/ui/Section.tsx';
import { SectionIndex } from '@src/ui/SectionIndex.tsx';
import { AttemptsSection } from './AttemptsSection.tsx';
import { ConnectionFacts } from './ConnectionFacts.tsx';
import { DomainsSection } from './DomainsSection.tsx';
import { DryRunSection } from './DryRunSection.tsx';
import { fresh } from './fresh.ts';
import { Guides } from './Guides.tsx';
import { NewConnection } from './NewConnection.tsx';
import { RequiredSection } from './RequiredSection.tsx';
import './identityProviders.css';

registerModule(federationModule);

/** The ids of the sections, and where their headings are. */
const phrases = {
  domains: 'domains',
  connection: 'connections',
  guides: 'guides',
  test: 'test',
  roles: 'groups',
  required: 'required',
  attempts: 'attempts',
} as const;
const sections = Object.keys(phrases) as (keyof typeof phrases)[];
const sectionsBefore = ['domains', 'connection', 'guides'] as const;

export default function FederationPage() {
  const { t } = useTranslation('federation');
  const { organisationPublicId = '' } = useParams();
  const connections = useFetchConnectionsQuery({ organisationPublicId }, fresh);
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
      <Loaded query={connections}>
        {(found) => <Sections organisationPublicId={organisationPublicId} name={name ?? ''} connections={found} />}
      </Loaded>
    </div>
  );
}

interface SectionsProps {
  readonly organisationPublicId: string;
  /** Name of the organisation. */
  readonly name: string;
  readonly connections: readonly Connection[];
}

function Sections({ organisationPublicId, name, connections }: SectionsProps) {
  const { t } = useTranslation('federation');
  // After a dry run, the address names the provider that was tried.
  const [query] = useSearchParams();
  const [chosenId, setChosenId] = useState(query.get('connection'));
  const chosen = connections.find(({ connectionId }) => connectionId === chosenId) ?? connections[0];
  const ids = { organisationPublicId, connectionId: chosen?.connectionId ?? '' };
  return (
    <SectionIndex
      label={t('title')}
      names={chosen ? sections : sectionsBefore}
      headingOf={(section) => t(`${phrases[section]}.heading`)}
    >
      <Section id="domains" heading={t('domains.heading')} intro={t('domains.intro')}>
        <DomainsSection organisationPublicId={organisationPublicId} />
      </Section>
      <Section id="connection" heading={t('connections.heading')} intro={t('connections.intro')}>
        {chosen && connections.length > 1 && (
          <RadioButtons
            label={t('connections.choose')}
            value={chosen.connectionId}
            choices={connections.map(({ connectionId, name: label }) => ({ value: connectionId, label }))}
            onChange={setChosenId}
          />
        )}
        {chosen ? (
          <ConnectionFacts organisationPublicId={organisationPublicId} connection={chosen} />
        ) : (
          <p>{t('connections.none')}</p>
        )}
        <NewConnection organisationPublicId={organisationPublicId} isFirst={!chosen} onMade={setChosenId} />
      </Section>
      <Section id="guides" heading={t('guides.heading')} intro={t('guides.intro')}>
        <Guides key={chosen?.connectionId} first={chosen} />
      </Section>
      {chosen && (
        <>
          <Section id="test" heading={t('test.heading')} intro={t('test.intro')}>
            <DryRunSection {...ids} kind={chosen.kind} />
          </Section>
          <Section id="roles" heading={t('groups.heading')} intro={t('groups.intro')}>
            <div>
              <Link className="link" to={`${paths.provisioning.to({ organisationPublicId })}#groups`}>
                {t('groups.map')}
              </Link>
            </div>
          </Section>
          <Section id="required" heading={t('required.heading')} intro={t('required.intro')}>
            <RequiredSection organisationPublicId={organisationPublicId} name={name} />
          </Section>
          <Section id="attempts" heading={t('attempts.heading')} intro={t('attempts.intro')}>
            <AttemptsSection {...ids} kind={chosen.kind} />
          </Section>
        </>
      )}
    </SectionIndex>
  );
}
