/** The last requests of the directory: what each did, or why it was refused and how to solve it. */
import { useTranslation } from 'react-i18next';
import { useFetchProvisioningRequestsQuery } from '@api/client/directories.api.ts';
import type { ProvisioningRequest } from '@api/contract/directories.shapes.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { RefusalsList } from '@src/list/RefusalsList.tsx';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { polled } from '../queryOptions.ts';

interface Props {
  readonly organisationPublicId: string;
}

export function RequestsSection({ organisationPublicId }: Props) {
  const query = useFetchProvisioningRequestsQuery({ organisationPublicId }, polled);
  return <Loaded query={query}>{(requests) => <Requests requests={requests} />}</Loaded>;
}

function Requests({ requests }: { readonly requests: readonly ProvisioningRequest[] }) {
  const { t } = useTranslation('provisioning');
  return (
    <RefusalsList
      items={requests}
      words={{
        none: t('requests.none'),
        list: t('requests.list'),
        when: t('requests.when'),
        what: t('requests.what'),
        refusedOnly: (count) => t('requests.refusedOnly', { count }),
      }}
    >
      {(request) => (
        <>
          <Outcome request={request} />
          <p className="muted small">
            <code className="mono">
              {request.method} {request.path}
            </code>{' '}
            · {t('requests.by', { status: request.status, key: request.key })}
          </p>
        </>
      )}
    </RefusalsList>
  );
}

function Outcome({ request: { outcome, people, user, group, problem } }: { readonly request: ProvisioningRequest }) {
  const { t } = useTranslation('provisioning');
  const formats = useFormats();
  if (problem !== null)
    return (
      <>
        <strong>{t(`problem.${problem}.what`)}</strong>
        <br />
        <span className="small">{t(`problem.${problem}.fix`)}</span>
      </>
    );
  return (
    <>
      {t(`outcome.${outcome}`, { count: people, total: formats.number(people) })}
      {user && (
        <>
          {' '}
          <Link className="link" to={paths.usersList.to({}, { user: user.userName })}>
            {user.displayName}
          </Link>
        </>
      )}
      {group !== null && ` · ${group}`}
    </>
  );
}
