/** The status of an identity provider that is on: whether users get in, what was refused, and the way to each of its parts. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFetchConnectionAttemptsQuery, useFetchRequirementQuery } from '@api/client/identityProviders.api.ts';
import { endsSoon } from '@api/contract/ends.ts';
import type { Connection, ConnectionAttempt } from '@api/contract/identityProviders.shapes.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { ConnectionProblemText } from '@src/ui/ConnectionProblemText.tsx';
import { Facts } from '@src/ui/Facts.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { polled, rereadOnFocus } from './queryOptions.ts';
import type { Known } from './PartContent.tsx';
import { ProviderHealth } from './ProviderHealth.tsx';
import { SettingsDialog } from './provider/SettingsDialog.tsx';
import { isRefusedLogin, newestOfEach } from './refusals.ts';
import { useStatusRow } from './StatusRow.tsx';

const MINUTE_MS = 60_000;
const MAX_REFUSALS = 1;

export function ProviderStatus({ facts }: { readonly facts: Known }) {
  const { organisationPublicId, connection, domains } = facts;
  const { t } = useTranslation(['connections', 'federation']);
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  const row = useStatusRow();
  const [isEditing, setEditing] = useState(false);
  const connectionId = connection?.connectionId ?? '';
  const { currentData: attempts = [] } = useFetchConnectionAttemptsQuery({ organisationPublicId, connectionId }, polled);
  const { currentData: requirement } = useFetchRequirementQuery({ organisationPublicId }, rereadOnFocus);
  if (!connection) return null;
  const ago = (at: string) => formats.relative(Math.min(Date.parse(at), now), now);
  const test = attempts.find(({ purpose }) => purpose === 'test');
  const refused = attempts.filter(isRefusedLogin);
  const { kind, name, vendor, lastLoginAt, linked } = connection;
  return (
    <>
      <ProviderHealth connection={connection} refused={refused} now={now} />
      <Facts
        items={[
          row(t('provider.login'), requirement && t(requirement.required ? 'provider.required' : 'provider.optional'), 'enforce'),
          row(
            t('provider.domains'),
            domains.length === 0
              ? t('provider.noDomain')
              : domains.map(({ domainId, domain, state }) => (
                  <p key={domainId}>
                    {domain}: {t(`provider.domain.${state}`)}
                  </p>
                )),
            'domain',
          ),
          row(
            t('provider.test'),
            test ? <Test test={test} when={ago(test.at)} /> : t('provider.untested'),
            'test',
            t('step.test'),
          ),
          row(
            t('provider.lastLogin'),
            <>
              {lastLoginAt === null ? t('provider.never') : ago(lastLoginAt)}
              {' · '}
              {t('provider.linked', { count: linked, total: formats.number(linked) })}
            </>,
            'logins',
            t('provider.allLogins'),
          ),
          refused.length > 0 && {
            label: t('provider.refused'),
            children: newestOfEach(refused, MAX_REFUSALS).map(({ problem, at, count }) => (
              <p key={problem}>
                <ConnectionProblemText problem={problem} kind={kind} />{' '}
                <span className="muted small">
                  ({formats.number(count)}×, {ago(at)})
                </span>
              </p>
            )),
          },
          row(
            name,
            <>
              {t(`federation:connections.vendors.${vendor}`)} · {t(`federation:connections.kinds.${kind}`)}
              <End connection={connection} now={now} />
            </>,
            'connect',
          ),
          {
            label: t('provider.settings'),
            children: (
              <div className="row spread connections-row">
                <span className="grow">
                  {t('provider.secondFactor', { trust: t(`federation:connections.mfaTrusts.${connection.mfaTrust}`) })}
                </span>
                <span className="small-buttons">
                  <Button
                    onClick={() => {
                      setEditing(true);
                    }}
                  >
                    {t('provider.settings')}
                  </Button>
                </span>
              </div>
            ),
          },
        ]}
      />
      {isEditing && (
        <SettingsDialog
          organisationPublicId={organisationPublicId}
          connection={connection}
          onClose={() => {
            setEditing(false);
          }}
        />
      )}
    </>
  );
}

function Test({ test: { begunBy, problem }, when }: { readonly test: ConnectionAttempt; readonly when: string }) {
  const { t } = useTranslation('connections');
  return (
    <>
      {t(problem === null ? 'provider.passed' : 'provider.failed')} ·{' '}
      {begunBy ? t('provider.by', { when, name: begunBy.displayName }) : when}
    </>
  );
}

/** When the last certificate of a SAML provider ends, or that the secret is stored. */
function End({ connection: { saml }, now }: { readonly connection: Connection; readonly now: number }) {
  const { t } = useTranslation('federation');
  const formats = useFormats();
  const end = saml?.certificates
    .map(({ notAfter }) => notAfter)
    .sort()
    .at(-1);
  if (end === undefined) return null;
  const date = formats.date(end);
  return (
    <p className={endsSoon(end, now) ? 'state tone-warning' : 'muted small'}>
      {t(Date.parse(end) < now ? 'connections.ended' : endsSoon(end, now) ? 'connections.endsSoon' : 'connections.until', {
        date,
      })}
    </p>
  );
}
