/** Audit events of one user, newest first, with more on demand. */
import { Button, Tag } from 'antd';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '@api/contract/index.ts';
import { useFetchAuditReportQuery } from '@api/client/audit.api.ts';
import { changeOf } from '@api/contract/audit.details.ts';
import { codeKeyOf, sentenceWithActor } from '@api/contract/audit.sentences.ts';
import { UNDO_MAX_AGE_MS } from '@api/contract/users.undo.ts';
import { useEventWords } from '@src/i18n/useEventWords.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';
import { useSelf } from '@src/session/useOwnAccount.ts';
import { Link } from '@src/ui/Link.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import './activity.css';

type Event = ReplyOf<'Users.AuditReport'>['events'][number];

/** Fits one screen. */
const PAGE_EVENTS = 10;
/** The server's largest page; the audit report has the rest. */
const MAX_EVENTS = 500;

/** If it cannot be loaded, the events are shown without undo. */
const EventUndo = lazy(() =>
  import(/* webpackChunkName: "user-menu" */ './EventUndo.tsx').catch(() => ({ default: () => null })),
);

export function ActivitySection({ userName, now }: { readonly userName: string; readonly now: number }) {
  const { t } = useTranslation('users');
  const [limit, setLimit] = useState(PAGE_EVENTS);
  const query = useFetchAuditReportQuery({ target: userName, limit }, { refetchOnMountOrArgChange: true });
  const { data, isFetching, isError, refetch } = query;
  const self = useSelf();
  const isOwn = ({ actor, onBehalfOf }: Event) => self?.impersonatedBy === null && actor === self.userName && onBehalfOf === null;
  const firstNew = useRef<HTMLDivElement>(null);
  /** Of the last page that has taken the focus, or needs none. */
  const focusedLimit = useRef(PAGE_EVENTS);
  const count = data?.events.length ?? 0;
  useEffect(() => {
    // The first page takes no focus; later ones continue where the button was, once.
    if (limit === focusedLimit.current || !firstNew.current) return;
    firstNew.current.focus();
    focusedLimit.current = limit;
  }, [count, limit]);
  return (
    <>
      <Loaded query={{ currentData: data, isError, refetch }}>
        {({ events, nextCursor }) => (
          <>
            {events.length === 0 && <p className="muted">{t('edit.activity.none')}</p>}
            <ol className="activity">
              {events.map((event, index) => (
                <li key={event.eventId} data-outcome={event.outcome}>
                  <div ref={index > 0 && index === limit - PAGE_EVENTS ? firstNew : undefined} tabIndex={-1}>
                    <EventLine event={event} now={now} />
                    {isOwn(event) && now - Date.parse(event.at) < UNDO_MAX_AGE_MS && events.find(isSameAct(event)) === event && (
                      <Suspense>
                        <EventUndo event={event} userName={userName} />
                      </Suspense>
                    )}
                  </div>
                </li>
              ))}
            </ol>
            {nextCursor !== null && limit < MAX_EVENTS && (
              <div className="button-row">
                <Button
                  loading={isFetching}
                  onClick={() => {
                    if (isError) void refetch();
                    else setLimit(limit + PAGE_EVENTS);
                  }}
                >
                  {t('edit.activity.more')}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      <Link className="link" to={paths.usersAudit.to({}, { target: userName })}>
        {t('edit.activity.report')}
      </Link>
    </>
  );
}

const isSameAct =
  ({ action }: Event) =>
  (other: Event) =>
    other.action === action && other.outcome === 'success';

function EventLine({ event, now }: { readonly event: Event; readonly now: number }) {
  const { t } = useTranslation(['users', 'audit']);
  const formats = useFormats();
  const words = useEventWords();
  const { at, actor, actorName, onBehalfOf, outcome } = event;
  const name = actorName ?? actor ?? t('audit:nobody');
  const sentence = sentenceWithActor(event, name, words);
  const details = [
    onBehalfOf !== null && t('audit:actingAs', { actor: name, user: onBehalfOf }),
    onBehalfOf === null && !sentence.includes(name) && name,
    changeOf(event, words),
    writtenReason(event),
  ].filter(Boolean);
  return (
    <>
      <p>
        {sentence}
        {outcome !== 'success' && (
          <>
            {' '}
            <Tag color={outcome === 'failure' ? 'warning' : 'error'}>{t(`audit:outcome.${outcome}`)}</Tag>
          </>
        )}
      </p>
      <p className="muted small">
        <time dateTime={at} title={formats.dateTime(at)}>
          {formats.relative(at, Math.max(now, Date.parse(at)))}
        </time>
        {details.map((each) => ` · ${each}`)}
      </p>
    </>
  );
}

/** The reason that an administrator has written, in quotation marks. A code is no such reason: the sentence contains it in words. */
function writtenReason(event: Event): string {
  const { reason } = event.details;
  return codeKeyOf(event) !== 'reason' && typeof reason === 'string' && reason !== '' ? `“${reason}”` : '';
}
