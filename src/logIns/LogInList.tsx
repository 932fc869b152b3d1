/** The logins of a user, newest first, with more on demand: what came of each step, when, in which browser, from where. */
import { skipToken } from '@reduxjs/toolkit/query/react';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFetchLogInsQuery, useFetchOwnLogInsQuery } from '@api/client/audit.api.ts';
import type { LogInEvent } from '@api/contract/audit.ts';
import { sentenceOf } from '@api/contract/audit.sentences.ts';
import { useEventWords } from '@src/i18n/useEventWords.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Loaded } from '@src/ui/Section.tsx';
import '@src/ui/styles/listRow.css';
import { addressKindOf } from './addressKind.ts';

interface Props {
  /** Absent: the own logins. */
  readonly userName?: string;
  /** How many are shown before one asks for more; absent: a whole page. */
  readonly firstCount?: number;
  readonly now: number;
}

export function LogInList({ userName, firstCount, now }: Props) {
  const { t } = useTranslation('logIns');
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <ol className="stack-tight" aria-label={t('heading')}>
      {cursors.map((cursor, index) => (
        <LogInPage
          key={cursor ?? ''}
          userName={userName}
          cursor={cursor}
          firstCount={index === 0 ? firstCount : undefined}
          now={now}
          onMore={
            index === cursors.length - 1
              ? (next) => {
                  setCursors([...cursors, next]);
                }
              : undefined
          }
        />
      ))}
    </ol>
  );
}

interface PageProps {
  readonly userName: string | undefined;
  readonly cursor: string | undefined;
  readonly firstCount: number | undefined;
  readonly now: number;
  /** Absent: the next page is there. */
  readonly onMore: ((next: string) => void) | undefined;
}

function LogInPage({ userName, cursor, firstCount, now, onMore }: PageProps) {
  const { t } = useTranslation('logIns');
  const [shownCount, setShownCount] = useState(firstCount);
  const page = cursor === undefined ? {} : { cursor };
  const options = { refetchOnMountOrArgChange: true };
  const own = useFetchOwnLogInsQuery(userName === undefined ? page : skipToken, options);
  const others = useFetchLogInsQuery(userName === undefined ? skipToken : { userName, ...page }, options);
  return (
    <Loaded query={userName === undefined ? own : others}>
      {({ events, nextCursor }) => (
        <>
          {events.length === 0 && cursor === undefined && <li className="muted">{t('none')}</li>}
          {events.slice(0, shownCount).map((event) => (
            <LogIn key={event.eventId} event={event} now={now} />
          ))}
          {events.length > (shownCount ?? events.length) ? (
            <More
              onClick={() => {
                setShownCount(undefined);
              }}
            />
          ) : (
            nextCursor !== null &&
            onMore && (
              <More
                onClick={() => {
                  onMore(nextCursor);
                }}
              />
            )
          )}
        </>
      )}
    </Loaded>
  );
}

function More({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation('logIns');
  return (
    <li>
      <Button onClick={onClick}>{t('more')}</Button>
    </li>
  );
}

function LogIn({ event, now }: { readonly event: LogInEvent; readonly now: number }) {
  const { t } = useTranslation(['logIns', 'audit']);
  const formats = useFormats();
  const words = useEventWords();
  const { at, outcome, browser, address, details } = event;
  const place = addressKindOf(address, false, undefined);
  const facts = [
    browser || t('logIns:sessions.unknownBrowser'),
    (place === 'this' || place === 'local') && t(`logIns:sessions.places.${place}`),
    address,
    typeof details.connection === 'string' && details.connection,
  ].filter(Boolean);
  return (
    <li className="list-row" data-outcome={outcome}>
      <p>
        {sentenceOf(event, words)}
        {outcome !== 'success' && (
          <>
            {' '}
            <Tag color="warning">{t(`audit:outcome.${outcome}`)}</Tag>
          </>
        )}
      </p>
      <p className="muted small">
        <time dateTime={at} title={formats.dateTime(at)}>
          {formats.relative(at, Math.max(now, Date.parse(at)))}
        </time>
        {facts.map((fact) => ` · ${String(fact)}`)}
      </p>
    </li>
  );
}
