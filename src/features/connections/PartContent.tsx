/** The content of one part of the page, the same as a step and by itself. */
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ProvisioningStatus } from '@api/contract/directories.shapes.ts';
import type { Domain } from '@api/contract/domains.ts';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { AdoptSection } from './directory/AdoptSection.tsx';
import { ConnectDirectory } from './directory/ConnectDirectory.tsx';
import { GroupsSection } from './directory/GroupsSection.tsx';
import { RequestsSection } from './directory/RequestsSection.tsx';
import { DomainsSection } from './domains/DomainsSection.tsx';
import { EnforceSection } from './enforce/EnforceSection.tsx';
import { AttemptsSection } from './logins/AttemptsSection.tsx';
import { DryRunSection } from './logins/DryRunSection.tsx';
import { type Part, usePartAddress } from './parts.ts';
import { ConnectSection } from './provider/ConnectSection.tsx';
import { NewConnection } from './provider/NewConnection.tsx';

/** What the page knows. */
export interface Known {
  readonly organisationPublicId: string;
  /** Name of the organisation. */
  readonly name: string;
  readonly connections: readonly Connection[];
  /** The identity provider that is shown; undefined: a new one. */
  readonly connection: Connection | undefined;
  readonly domains: readonly Domain[];
  readonly directory: ProvisioningStatus;
}

/** What a part takes, and of whom. */
export function usePartIntro(): (part: Part) => string {
  const { t } = useTranslation(['federation', 'provisioning']);
  return (part) =>
    ({
      domain: t('domains.intro'),
      connect: t('connections.intro'),
      test: t('test.intro'),
      enforce: t('required.intro'),
      logins: t('attempts.intro'),
      directory: t('provisioning:keys.intro'),
      groups: t('provisioning:groups.intro'),
      people: t('provisioning:adopt.intro'),
      requests: t('provisioning:requests.intro'),
    })[part];
}

interface Props {
  readonly part: Part;
  readonly facts: Known;
}

export function PartContent({ part, facts: { organisationPublicId, name, connection, domains, directory } }: Props) {
  const navigate = useNavigate();
  const addressOf = usePartAddress();
  const organisation = { organisationPublicId };
  if (part === 'domain') return <DomainsSection {...organisation} domains={domains} />;
  if (part === 'directory') return <ConnectDirectory {...organisation} status={directory} vendor={connection?.vendor} />;
  if (part === 'groups') return <GroupsSection {...organisation} />;
  if (part === 'people') return <AdoptSection {...organisation} managed={directory.managed} name={name} />;
  if (part === 'requests') return <RequestsSection {...organisation} />;
  if (!connection)
    return (
      <NewConnection
        {...organisation}
        onMade={(connectionId) => void navigate(addressOf('connect', connectionId), { replace: true })}
      />
    );
  const ids = { ...organisation, connectionId: connection.connectionId };
  if (part === 'connect')
    return (
      <ConnectSection
        key={connection.connectionId}
        {...organisation}
        connection={connection}
        onComplete={() => void navigate(addressOf('test', connection.connectionId))}
      />
    );
  if (part === 'test') return <DryRunSection {...ids} kind={connection.kind} name={connection.name} />;
  if (part === 'enforce') return <EnforceSection {...organisation} name={name} connection={connection} />;
  return <AttemptsSection {...ids} kind={connection.kind} />;
}
