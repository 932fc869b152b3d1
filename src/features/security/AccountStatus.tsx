/** How safe the account is, in three lines that lead to their sections. */
import { useTranslation } from 'react-i18next';
import { useFetchOwnLogInsQuery } from '@api/client/audit.api.ts';
import { useFetchOwnMfaStatusQuery } from '@api/client/mfa.api.ts';
import { useFetchSessionsQuery } from '@api/client/security.api.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Icon } from '@src/ui/Icon.tsx';
import { useNow } from '@src/ui/useNow.ts';

const MINUTE_MS = 60_000;

export function AccountStatus() {
  const { t } = useTranslation('security');
  const lines = [useMfaLine(), useSessionsLine(), useLastLoginLine()].filter((line) => line !== undefined);
  return (
    // Its place is kept for three lines.
    <ul className="box status-lines" aria-label={t('status.label')}>
      {lines.map(({ section, icon, text }) => (
        <li key={section} className={`tone-${icon}`}>
          <Icon name={icon} />
          <a className="link" href={`#${section}`}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Absent until its facts have been read. */
interface Line {
  readonly section: 'mfa' | 'sessions' | 'logIns';
  readonly icon: 'success' | 'warning' | 'info';
  readonly text: string;
}

function useMfaLine(): Line | undefined {
  const { t } = useTranslation('security');
  const formats = useFormats();
  const { data } = useFetchOwnMfaStatusQuery();
  if (!data) return undefined;
  const { enabled, enrolledAt } = data;
  if (!enabled) return { section: 'mfa', icon: 'warning', text: t('mfa.off') };
  const text = enrolledAt === null ? t('mfa.on') : t('mfa.onSince', { date: formats.date(enrolledAt, 'long') });
  return { section: 'mfa', icon: 'success', text };
}

function useSessionsLine(): Line | undefined {
  const { t } = useTranslation('security');
  const { data } = useFetchSessionsQuery();
  return data && { section: 'sessions', icon: 'info', text: t('status.sessions', { count: data.length - 1 }) };
}

/** The login before the one of this session: a user who does not recognise it changes the password. */
function useLastLoginLine(): Line | undefined {
  const { t } = useTranslation(['security', 'logIns']);
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  const { data: sessions } = useFetchSessionsQuery();
  const { data: logIns } = useFetchOwnLogInsQuery({});
  const since = sessions?.find(({ current }) => current)?.since;
  const last = logIns?.events.find(({ at, details }) => details.outcome === 'SignedIn' && since !== undefined && at < since);
  if (!logIns || since === undefined) return undefined;
  const line = { section: 'logIns', icon: 'info' } as const;
  if (last) {
    const when = formats.relative(Math.min(Date.parse(last.at), now), now);
    return { ...line, text: t('status.lastLogin', { when, browser: last.browser || t('logIns:sessions.unknownBrowser') }) };
  }
  return logIns.nextCursor === null ? { ...line, text: t('status.noLogin') } : undefined;
}
