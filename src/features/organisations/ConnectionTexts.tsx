/** In a line each: what users of an organisation log in with, and whether its directory sends requests. */
import { useTranslation } from 'react-i18next';
import type { OrganisationConnections } from '@api/contract/organisations.connections.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useNow } from '@src/ui/useNow.ts';
import { logInOf } from './connectionStates.ts';

const MINUTE_MS = 60_000;

interface Props {
  readonly connections: OrganisationConnections;
}

const tones = { none: 'muted', untested: 'state tone-warning', off: '', optional: '', required: '' } as const;

export function LogInText({ connections }: Props) {
  const { t } = useTranslation('organisations');
  const formats = useFormats();
  const state = logInOf(connections);
  const count = connections.refusedLogIns;
  return (
    <span className={count > 0 ? 'state tone-warning' : tones[state]}>
      {t(`logIn.${state}`)}
      {count > 0 && ` · ${t('logIn.refused', { count, total: formats.number(count) })}`}
    </span>
  );
}

interface DirectoryProps extends Props {
  /** Adds “last request” to the time, where no column heading says it. */
  readonly namesTime?: boolean;
}

export function DirectoryText({ connections, namesTime = false }: DirectoryProps) {
  const { t } = useTranslation('organisations');
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  const { directory, lastRequestAt, refusedRequests: count } = connections;
  const when = lastRequestAt === null ? undefined : formats.relative(Math.min(Date.parse(lastRequestAt), now), now);
  if (directory === 'notConnected') return <span className="muted">{t('directory.notConnected')}</span>;
  return (
    <span className={directory !== 'working' || count > 0 ? 'state tone-warning' : undefined}>
      {t(`directory.${directory}`)}
      {when !== undefined && ` · ${namesTime ? t('directory.last', { when }) : when}`}
      {count > 0 && ` · ${t('logIn.refused', { count, total: formats.number(count) })}`}
    </span>
  );
}
