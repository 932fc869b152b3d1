/** What an organisation is connected to: steps to an identity provider or its status, and its directory. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useFetchProvisioningQuery } from '@api/client/directories.api.ts';
import { useFetchDomainsQuery } from '@api/client/domains.api.ts';
import { useFetchConnectionsQuery } from '@api/client/identityProviders.api.ts';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { connectionsModule } from '@store/connections/connections.module.ts';
import { registerModule } from '@store/modules.ts';
import { OrganisationPageHead, useOrganisationName } from '@src/list/OrganisationPageHead.tsx';
import { BackLink } from '@src/ui/BackLink.tsx';
import { RadioButtons } from '@src/ui/RadioButtons.tsx';
import { Loaded, Section } from '@src/ui/Section.tsx';
import { DirectoryStatus } from './DirectoryStatus.tsx';
import { polled, rereadOnFocus } from './queryOptions.ts';
import { type Known, PartContent, usePartIntro } from './PartContent.tsx';
import { isStep, NEW, partIn, usePartAddress } from './parts.ts';
import { ProviderStatus } from './ProviderStatus.tsx';
import { firstStep, ProviderSteps } from './ProviderSteps.tsx';
import './connections.css';

registerModule(connectionsModule);

export default function ConnectionsPage() {
  const { t } = useTranslation('connections');
  const { organisationPublicId = '' } = useParams();
  const [query] = useSearchParams();
  const connections = useFetchConnectionsQuery({ organisationPublicId }, rereadOnFocus);
  const domains = useFetchDomainsQuery({ organisationPublicId }, rereadOnFocus);
  const directory = useFetchProvisioningQuery({ organisationPublicId }, polled);
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
        {(found) => (
          <Loaded query={domains}>
            {(claimed) => (
              <Loaded query={directory}>
                {(status) => {
                  const wantedConnectionId = query.get('connection');
                  const chosen = found.find(({ connectionId }) => connectionId === wantedConnectionId) ?? found[0];
                  const connection = wantedConnectionId === NEW ? undefined : chosen;
                  const facts = { organisationPublicId, name: name ?? '', connections: found, connection };
                  return <View facts={{ ...facts, domains: claimed, directory: status }} />;
                }}
              </Loaded>
            )}
          </Loaded>
        )}
      </Loaded>
    </div>
  );
}

function View({ facts }: { readonly facts: Known }) {
  const { t } = useTranslation('connections');
  const [query] = useSearchParams();
  const addressOf = usePartAddress();
  const introOf = usePartIntro();
  const isOn = facts.connection?.enabled === true;
  const part = partIn(query);
  // A step that is not shown by itself is one of the line of steps.
  const alone = part !== undefined && (isOn || !isStep(part)) ? part : undefined;
  const view = alone ?? (isOn ? 'status' : (part ?? 'steps'));
  // Whoever adds or deletes a provider has pressed a button that is gone.
  const group = useFocusOnChange(`${view} ${String(facts.connections.length)}`);
  if (alone)
    return (
      <div ref={group} tabIndex={-1} role="group" aria-label={t(`part.${alone}`)} className="connections-part">
        <BackLink to={addressOf()}>{t('all')}</BackLink>
        <Section heading={t(`part.${alone}`)} intro={introOf(alone)}>
          <PartContent part={alone} facts={facts} />
        </Section>
      </div>
    );
  return (
    <div ref={group} tabIndex={-1} role="group" aria-label={t('title')} className="form-page-sections">
      <Section heading={t('provider.heading')} intro={t('provider.intro')}>
        <ChooseConnection connections={facts.connections} connection={facts.connection} />
        {isOn ? (
          <ProviderStatus facts={facts} />
        ) : (
          // The step stays where it is when a domain is proven meanwhile.
          <ProviderSteps key={facts.connection?.connectionId} facts={facts} first={firstStep(facts)} />
        )}
      </Section>
      <Section id="directory" heading={t('directory.heading')} intro={t('directory.intro')}>
        <DirectoryStatus organisationPublicId={facts.organisationPublicId} status={facts.directory} />
      </Section>
    </div>
  );
}

/** Moves the focus to what has replaced the pressed button and all around it. */
function useFocusOnChange(view: string) {
  const group = useRef<HTMLDivElement>(null);
  const before = useRef(view);
  useEffect(() => {
    if (before.current !== view) {
      group.current?.focus({ preventScroll: true });
      document.documentElement.scrollTop = 0;
    }
    before.current = view;
  }, [view]);
  return group;
}

interface ChooseConnectionProps {
  readonly connections: readonly Connection[];
  readonly connection: Connection | undefined;
}

/** Chooses among several identity providers of an organisation. */
function ChooseConnection({ connections, connection }: ChooseConnectionProps) {
  const { t } = useTranslation('federation');
  const navigate = useNavigate();
  const addressOf = usePartAddress();
  if (connections.length < (connection ? 2 : 1)) return null;
  return (
    <RadioButtons
      label={t('connections.choose')}
      value={connection?.connectionId ?? NEW}
      choices={[
        ...connections.map(({ connectionId, name: label }) => ({ value: connectionId, label })),
        ...(connection ? [] : [{ value: NEW, label: t('connections.add') }]),
      ]}
      onChange={(id) => void navigate(addressOf(undefined, id), { replace: true })}
    />
  );
}
