/** The last logins with the identity provider: the result of each, or why it was refused and how to solve it. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useFetchConnectionAttemptsQuery } from '@api/client/identityProviders.api.ts';
import type { ConnectionProblem } from '@api/contract/identityProviders.problems.ts';
import type { Connection, ConnectionAttempt } from '@api/contract/identityProviders.shapes.ts';
import { linkRemovalRequested } from '@store/connections/provider.saga.ts';
import { RefusalsList } from '@src/list/RefusalsList.tsx';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { ConnectionProblemText } from '@src/ui/ConnectionProblemText.tsx';
import { rereadOnFocus } from '../queryOptions.ts';

interface Props {
  readonly organisationPublicId: string;
  readonly connectionId: string;
  readonly kind: Connection['kind'];
}

export function AttemptsSection({ kind, ...ids }: Props) {
  const query = useFetchConnectionAttemptsQuery(ids, rereadOnFocus);
  return <Loaded query={query}>{(attempts) => <Attempts attempts={attempts} kind={kind} ids={ids} />}</Loaded>;
}

interface AttemptsProps extends Pick<Props, 'kind'> {
  readonly ids: Omit<Props, 'kind'>;
  readonly attempts: readonly ConnectionAttempt[];
}

function Attempts({ attempts, kind, ids }: AttemptsProps) {
  const { t } = useTranslation('federation');
  return (
    <RefusalsList
      items={attempts}
      words={{
        none: t('attempts.none'),
        list: t('attempts.list'),
        when: t('attempts.when'),
        what: t('attempts.what'),
        refusedOnly: (count) => t('attempts.refusedOnly', { count }),
      }}
    >
      {(attempt) => <What attempt={attempt} kind={kind} ids={ids} />}
    </RefusalsList>
  );
}

/** Problems of users whose link an administrator can remove. */
const linkProblems: ReadonlySet<ConnectionProblem> = new Set(['linkedElsewhere', 'notProven', 'otherUser']);

interface WhatProps extends Pick<Props, 'kind'> {
  readonly ids: Omit<Props, 'kind'>;
  readonly attempt: ConnectionAttempt;
}

function What({ kind, ids, attempt: { purpose, outcome, problem, user, detail } }: WhatProps) {
  const { t } = useTranslation('federation');
  const dispatch = useDispatch();
  const isLinked = user !== null && linkProblems.has(problem ?? 'attempt');
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
        {isLinked && (
          <>
            {' · '}
            <Button
              size="small"
              onClick={() => dispatch(linkRemovalRequested({ ...ids, userName: user.userName, name: user.displayName }))}
            >
              {t('attempts.removeLink')}
            </Button>
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
