/** A session in a list: its browser, address and times, and what ends it. */
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionView } from '@api/contract/security.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import '@src/ui/styles/listRow.css';
import type { Place } from './addressKind.ts';

interface Props {
  readonly session: SessionView;
  /** Absent: the address says all that is known. */
  readonly place?: Place | undefined;
  readonly now: number;
  readonly children: ReactNode;
}

export function SessionItem({ session, place, now, children }: Props) {
  const { t } = useTranslation('logIns');
  const formats = useFormats();
  const { browser, address, since, lastSeenAt, current } = session;
  return (
    <li className="row spread small-buttons list-row">
      <div>
        <p>
          <strong>{browser || t('sessions.unknownBrowser')}</strong>{' '}
          {current && <Tag color="success">{t('sessions.current')}</Tag>}
        </p>
        <p className="muted small">{[place && t(`sessions.places.${place}`), address].filter(Boolean).join(' · ')}</p>
        <p className="muted small">
          {t('sessions.times', {
            since: formats.dateTime(since),
            seen: formats.relative(Math.min(Date.parse(lastSeenAt), now), now),
          })}
        </p>
      </div>
      {children}
    </li>
  );
}
