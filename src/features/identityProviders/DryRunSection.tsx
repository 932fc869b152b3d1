/** Starts a log-in that changes nothing, and shows the result of the newest one. */
import { useTranslation } from 'react-i18next';
import { isolated } from '@api/contract/isolated.ts';
import { useFetchConnectionAttemptsQuery, useTestConnectionMutation } from '@api/client/identityProviders.api.ts';
import type { Connection, ConnectionAttempt } from '@api/contract/identityProviders.shapes.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { useRedirect } from '@src/navigation/useRedirect.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { ScrollBox } from '@src/ui/ScrollBox.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { ConnectionProblemText } from '@src/ui/ConnectionProblemText.tsx';
import { fresh } from './fresh.ts';

interface Props {
  readonly organisationPublicId: string;
  readonly connectionId: string;
  readonly kind: Connection['kind'];
}

export function DryRunSection({ kind, ...ids }: Props) {
  const { t } = useTranslation('federation');
  const redirect = useRedirect();
  const query = useFetchConnectionAttemptsQuery(ids, fresh);
  const [test, { data, isLoading }] = useTestConnectionMutation();
  const begin = async () => {
    const { data: started } = await test(ids);
    if (started?.address) await redirect(started.address);
  };
  return (
    <>
      <div className="button-row">
        <BusyButton busy={isLoading} onClick={() => void begin()}>
          {t('test.start')}
        </BusyButton>
      </div>
      {data?.problem && (
        <Alert severity="error">
          <ConnectionProblemText problem={data.problem} kind={kind} />
        </Alert>
      )}
      <Loaded query={query}>
        {(attempts) => {
          const newest = attempts.find(({ purpose }) => purpose === 'test');
          return newest ? <Result attempt={newest} kind={kind} /> : <p className="muted">{t('test.none')}</p>;
        }}
      </Loaded>
    </>
  );
}

interface ResultProps extends Pick<Props, 'kind'> {
  readonly attempt: ConnectionAttempt;
}

function Result({ kind, attempt: { at, problem, user, detail, decision, groups } }: ResultProps) {
  const { t } = useTranslation('federation');
  const formats = useFormats();
  const claims = Object.entries(detail);
  return (
    <div className="stack-tight">
      <h3>{t('test.at', { when: formats.dateTime(at) })}</h3>
      {decision && <Alert severity={decision === 'refuse' ? 'warning' : 'success'}>{t(`decision.${decision}`)}</Alert>}
      {problem && (
        <Alert severity="error">
          <ConnectionProblemText problem={problem} kind={kind} />
        </Alert>
      )}
      <p>
        {t('test.account')}: {user ? `${isolated(user.displayName)} (${isolated(user.userName)})` : t('test.nobody')}
      </p>
      {groups && <Groups groups={groups} />}
      {claims.length > 0 && (
        <ScrollBox label={t('test.claims')} className="federation-list">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t('test.claim')}</th>
                <th scope="col">{t('test.value')}</th>
              </tr>
            </thead>
            <tbody>
              {claims.map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </div>
  );
}

/** Shows how the groups would change the roles, or why they would not. */
function Groups({ groups: { state, gains, loses } }: { readonly groups: NonNullable<ConnectionAttempt['groups']> }) {
  const { t } = useTranslation('federation');
  const { of: nameOf } = useRoleNames();
  if (state === 'overage') return <Alert severity="warning">{t('groups.overage')}</Alert>;
  if (state !== 'read') return <p>{t(`groups.${state}`)}</p>;
  const list = (roles: readonly string[]) => (roles.length === 0 ? t('groups.noRoles') : roles.map(nameOf).join(', '));
  return (
    <p>
      {t('groups.gains', { roles: list(gains) })}
      <br />
      {t('groups.loses', { roles: list(loses) })}
    </p>
  );
}
