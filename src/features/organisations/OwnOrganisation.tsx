/** A subscriber administrator's own organisation: its facts and its MFA rule. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useFetchMfaRequiredQuery, useFetchOrganisationsQuery } from '@api/client/organisations.api.ts';
import { useFetchOrganisationConnectionsQuery } from '@api/client/organisations.connections.api.ts';
import type { Organisation } from '@api/contract/organisations.ts';
import { useSelf } from '@src/session/useOwnAccount.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';
import { CopyableText } from '@src/ui/CopyableText.tsx';
import { Facts } from '@src/ui/Facts.tsx';
import { Link } from '@src/ui/Link.tsx';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { Loaded, Section } from '@src/ui/Section.tsx';
import { ApprovedCell } from './columns.tsx';
import { DirectoryText, LogInText } from './ConnectionTexts.tsx';
import { EndSessionsButton } from './EndSessionsButton.tsx';
import { FourEyesRule } from './FourEyesRule.tsx';
import { MfaRule } from './MfaRule.tsx';

const onEachVisit = { refetchOnMountOrArgChange: true };

export function OwnOrganisation() {
  const { t } = useTranslation('organisations');
  const { hash } = useLocation();
  const self = useSelf();
  const ownOrganisations = useFetchOrganisationsQuery(undefined, onEachVisit);
  const rule = useFetchMfaRequiredQuery(undefined, onEachVisit);
  useEffect(() => {
    // The browser resolved the anchor before it was rendered.
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <div className="page form-page">
      <header className="form-page-head">
        <PageHeading title={t('own.title')}>{t('own.title')}</PageHeading>
      </header>
      <div className="form-page-sections">
        <Section heading={t('own.about.heading')} intro={t('own.about.intro')}>
          <Loaded query={{ ...ownOrganisations, currentData: ownOrganisations.currentData?.[0] }}>
            {(organisation) => <About {...organisation} />}
          </Loaded>
        </Section>
        <Section id="mfa" heading={t('own.mfa.heading')} intro={t('own.mfa.intro')}>
          <Loaded
            query={{ ...rule, currentData: self && rule.currentData ? { ...self.organisation, ...rule.currentData } : undefined }}
          >
            {({ required, ...organisation }) => <MfaRule organisation={{ ...organisation, mfaRequired: required }} />}
          </Loaded>
        </Section>
        <Section heading={t('fourEyes.heading')}>
          <Loaded query={{ ...ownOrganisations, currentData: ownOrganisations.currentData?.[0] }}>
            {(organisation) => <FourEyesRule organisation={organisation} />}
          </Loaded>
        </Section>
        {self && <Connections publicId={self.organisation.publicId} />}
      </div>
    </div>
  );
}

/** In a line each, with the way to the page. */
function Connections({ publicId }: Pick<Organisation, 'publicId'>) {
  const { t } = useTranslation('organisations');
  const { currentData } = useFetchOrganisationConnectionsQuery(undefined, onEachVisit);
  const connections = currentData?.find((each) => each.publicId === publicId);
  return (
    <Section id="connections" heading={t('connections.heading')} intro={t('connections.intro')}>
      {connections && (
        <Facts
          items={[
            { label: t('column.logIn'), children: <LogInText connections={connections} /> },
            { label: t('column.directory'), children: <DirectoryText connections={connections} namesTime /> },
          ]}
        />
      )}
      <div className="button-row">
        <LinkButton to={paths.connections.to({ organisationPublicId: publicId })}>{t('connections.open')}</LinkButton>
      </div>
    </Section>
  );
}

function About(organisation: Organisation) {
  const { t } = useTranslation('organisations');
  const formats = useFormats();
  const { publicId, organisationName, userCount, createdAt } = organisation;
  const facts = [
    { label: t('column.organisationName'), children: organisationName },
    { label: t('column.approved'), children: <ApprovedCell row={organisation} /> },
    {
      label: t('column.userCount'),
      children: (
        <>
          {formats.number(userCount)}{' '}
          <Link className="link small" to={paths.usersList.to()}>
            {t('panel.people')}
          </Link>
        </>
      ),
    },
    { label: t('column.createdAt'), children: formats.date(createdAt, 'long') },
    { label: t('panel.id'), children: <CopyableText text={publicId} of={t('panel.id')} /> },
  ];
  return (
    <>
      <Facts items={facts} />
      <div className="row row-tight small-buttons acts">
        <EndSessionsButton publicId={publicId} organisationName={organisationName} />
      </div>
    </>
  );
}
