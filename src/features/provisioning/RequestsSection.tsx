/** The last requests of the directory: what each did, or why it was refused and what mends it. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFetchProvisioningRequestsQuery } from '@api/client/provisioning.api.ts';
import type { ProvisioningRequest } from '@api/contract/provisioning.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';
import { Checkbox } from '@src/ui/Checkbox.tsx';
import { Link } from '@src/ui/Link.tsx';
import { ScrollBox } from '@src/ui/ScrollBox.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { live } from './live.ts';

const MINUTE_MS = 60_000;

interface Props {
  readonly organisationPublicId: string;
}

export function RequestsSection({ organisationPublicId }: Props) {
  const query = useFetchProvisioningRequestsQuery({ organisationPublicId }, live);
  return <Loaded query={query}>{(requests) => <Requests requests={requests} />}</Loaded>;
}

function Requests({ requests }: { readonly requests: readonly ProvisioningRequest[] }) {
  const { t } = useTranslation('provisioning');
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  const [isRefusedOnly, setRefusedOnly] = useState(false);
  if (requests.length === 0) return <p className="muted">{t('requests.none')}</p>;
  const refused = requests.filter(({ problem }) => problem !== null);
  const shown = isRefusedOnly ? refused : requests;
  return (
    <>
      <Checkbox
        label={t('requests.refusedOnly', { count: refused.length })}
        checked={isRefusedOnly}
        onChange={({ target }) => {
          setRefusedOnly(target.checked);
        }}
      />
      <ScrollBox label={t('requests.list')} className="provisioning-requests">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('requests.when')}</th>
              <th scope="col">{t('requests.what')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((request, index) => (
              <tr key={`${request.at} ${String(index)}`}>
                <td title={formats.dateTime(request.at)}>{formats.relative(Math.min(Date.parse(request.at), now), now)}</td>
                <td>
                  <Outcome request={request} />
                  <p className="muted small">
                    <code className="mono">
                      {request.method} {request.path}
                    </code>{' '}
                    · {t('requests.by', { status: request.status, key: request.key })}
                  </p>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
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
