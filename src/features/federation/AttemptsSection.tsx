/** The last log-ins with the identity provider: what came of each, or why it was refused and what mends it. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFetchConnectionAttemptsQuery } from '@api/client/connections.api.ts';
import type { Connection, ConnectionAttempt } from '@api/contract/connections.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';
import { Checkbox } from '@src/ui/Checkbox.tsx';
import { Link } from '@src/ui/Link.tsx';
import { ScrollBox } from '@src/ui/ScrollBox.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { ConnectionProblemText } from '@src/ui/ConnectionProblemText.tsx';
import { fresh } from './fresh.ts';

const MINUTE_MS = 60_000;

interface Props {
  readonly organisationPublicId: string;
  readonly connectionId: string;
  readonly kind: Connection['kind'];
}

export function AttemptsSection({ kind, ...ids }: Props) {
  const query = useFetchConnectionAttemptsQuery(ids, fresh);
  return <Loaded query={query}>{(attempts) => <Attempts attempts={attempts} kind={kind} />}</Loaded>;
}

interface AttemptsProps extends Pick<Props, 'kind'> {
  readonly attempts: readonly ConnectionAttempt[];
}

function Attempts({ attempts, kind }: AttemptsProps) {
  const { t } = useTranslation('federation');
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  const [isRefusedOnly, setRefusedOnly] = useState(false);
  if (attempts.length === 0) return <p className="muted">{t('attempts.none')}</p>;
  const refused = attempts.filter(({ problem }) => problem !== null);
  const shown = isRefusedOnly ? refused : attempts;
  return (
    <>
      <Checkbox
        label={t('attempts.refusedOnly', { count: refused.length })}
        checked={isRefusedOnly}
        onChange={({ target }) => {
          setRefusedOnly(target.checked);
        }}
      />
      <ScrollBox label={t('attempts.list')} className="federation-list">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('attempts.when')}</th>
              <th scope="col">{t('attempts.what')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((attempt, index) => (
              <tr key={`${attempt.at} ${String(index)}`}>
                <td title={formats.dateTime(attempt.at)}>{formats.relative(Math.min(Date.parse(attempt.at), now), now)}</td>
                <td>
                  <What attempt={attempt} kind={kind} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}

interface WhatProps extends Pick<Props, 'kind'> {
  readonly attempt: ConnectionAttempt;
}

function What({ kind, attempt: { purpose, outcome, problem, user, detail } }: WhatProps) {
  const { t } = useTranslation('federation');
  return (
    <>
      {problem ? <ConnectionProblemText problem={problem} kind={kind} /> : t(`outcome.${outcome}`)}
      <p className="muted small">
        {t(`purpose.${purpose}`)}
        {user && (
          <>
            {' · '}
            <Link className="link" to={paths.usersList.to({}, { user: user.userName })}>
              {user.displayName}
            </Link>
          </>
        )}
        {purpose !== 'test' && detail.code !== undefined && (
          <>
            {' · '}
            <code className="mono">{detail.code}</code>
          </>
        )}
      </p>
    </>
  );
}
