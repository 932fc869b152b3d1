/** Starts a login that changes nothing, and shows the result of the newest one. */
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
import { Link } from '@src/ui/Link.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { ConnectionProblemText } from '@src/ui/ConnectionProblemText.tsx';
import { rereadOnFocus } from '../queryOptions.ts';
import { usePartAddress } from '../parts.ts';

interface Props {
  readonly organisationPublicId: string;
  readonly connectionId: string;
  readonly kind: Connection['kind'];
  /** Name of the identity provider. */
  readonly name: string;
}

export function DryRunSection({ organisationPublicId, connectionId, kind, name }: Props) {
  const { t } = useTranslation('federation');
  const redirect = useRedirect();
  const query = useFetchConnectionAttemptsQuery({ organisationPublicId, connectionId }, rereadOnFocus);
  const [test, { data, isLoading }] = useTestConnectionMutation();
  const beginTestLogin = async () => {
    const { data: started } = await test({ organisationPublicId, connectionId });
    if (started?.address) await redirect(started.address);
  };
  return (
    <>
      <div className="button-row">
        <BusyButton type="primary" busy={isLoading} onClick={() => void beginTestLogin()}>
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
          return newest ? <Result attempt={newest} kind={kind} name={name} /> : <p className="muted">{t('test.none')}</p>;
        }}
      </Loaded>
    </>
  );
}

interface ResultProps extends Pick<Props, 'kind' | 'name'> {
  readonly attempt: ConnectionAttempt;
}

/**
 * The phrase that says how the user of the test can log in: with a password, with the provider, with both or with neither.
 * @param password whether the user's account opens with a password; null if no account matches
 * @param isRefused whether the login with the provider would be refused
 */
function verdictOf(password: boolean | null, isRefused: boolean) {
  if (password === null) return isRefused ? 'no' : 'yes';
  if (password) return isRefused ? 'password' : 'both';
  return isRefused ? 'neither' : 'provider';
}

function Result({ kind, name, attempt }: ResultProps) {
  const { at, problem, user, detail, decision, groups, begunBy, password } = attempt;
  const { t } = useTranslation('federation');
  const formats = useFormats();
  const isRefused = problem !== null || decision === 'refuse';
  const verdict = verdictOf(password, isRefused);
  return (
    <div className="stack-tight">
      <h3>{t('test.at', { when: formats.dateTime(at) })}</h3>
      <Alert severity={isRefused ? 'warning' : 'success'}>
        <strong>{t(`verdict.${verdict}`, { name })}</strong>
        {decision && <p>{t(`decision.${decision}`)}</p>}
        {problem && (
          <p>
            <ConnectionProblemText problem={problem} kind={kind} />
          </p>
        )}
      </Alert>
      {begunBy && <p className="muted small">{t('test.by', { name: begunBy.displayName })}</p>}
      <p>
        {t('test.account')}: {user ? `${isolated(user.displayName)} (${isolated(user.userName)})` : t('test.nobody')}
      </p>
      {groups && <Groups groups={groups} />}
      <Claims claims={detail} />
    </div>
  );
}

/** What the provider has said of the user. */
function Claims({ claims }: { readonly claims: ConnectionAttempt['detail'] }) {
  const { t } = useTranslation('federation');
  const entries = Object.entries(claims);
  if (entries.length === 0) return null;
  return (
    <ScrollBox label={t('test.claims')} className="connections-list">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('test.claim')}</th>
            <th scope="col">{t('test.value')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(([claim, value]) => (
            <tr key={claim}>
              <th scope="row">{claim}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** Shows how the groups would change the roles, or why they would not. */
function Groups({ groups: { state, gains, loses } }: { readonly groups: NonNullable<ConnectionAttempt['groups']> }) {
  const { t } = useTranslation('federation');
  const { of: nameOf } = useRoleNames();
  const addressOf = usePartAddress();
  if (state === 'overage') return <Alert severity="warning">{t('groups.overage')}</Alert>;
  if (state !== 'read') return <p>{t(`groups.${state}`)}</p>;
  const list = (roles: readonly string[]) => (roles.length === 0 ? t('groups.noRoles') : roles.map(nameOf).join(', '));
  return (
    <p>
      {t('groups.gains', { roles: list(gains) })}
      <br />
      {t('groups.loses', { roles: list(loses) })}
      <br />
      <Link className="link small" to={addressOf('groups')}>
        {t('groups.map')}
      </Link>
    </p>
  );
}
