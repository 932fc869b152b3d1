/** Audit events of one user, newest first, with more on demand. */
import { Button, Tag, Timeline } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '@api/contract/index.ts';
import { useFetchAuditReportQuery } from '@api/client/audit.api.ts';
import type { RoleNames } from '@src/i18n/roleNames.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';
import { Loaded } from '@src/ui/Section.tsx';

type Event = ReplyOf<'Users.AuditReport'>['events'][number];

/** Fits one screen. */
const PAGE_EVENTS = 10;
/** The server's largest page; the audit report has the rest. */
const MAX_EVENTS = 500;

export function ActivitySection({ userName, now }: { readonly userName: string; readonly now: number }) {
  const { t } = useTranslation('users');
  const [limit, setLimit] = useState(PAGE_EVENTS);
  const query = useFetchAuditReportQuery({ target: userName, limit }, { refetchOnMountOrArgChange: true });
  const { data, isFetching, isError, refetch } = query;
  const firstNew = useRef<HTMLDivElement>(null);
  const count = data?.events.length ?? 0;
  useEffect(() => {
    // The first page takes no focus; later ones continue where the button was.
    firstNew.current?.focus();
  }, [count]);
  return (
    <>
      <Loaded query={{ currentData: data, isError, refetch }}>
        {({ events, nextCursor }) => (
          <>
            {events.length === 0 && <p className="muted">{t('edit.activity.none')}</p>}
            <Timeline
              items={events.map((event, index) => ({
                key: event.eventId,
                color: outcomeColours[event.outcome],
                content: (
                  <div ref={index > 0 && index === limit - PAGE_EVENTS ? firstNew : undefined} tabIndex={-1}>
                    <EventLine event={event} now={now} />
                  </div>
                ),
              }))}
            />
            {nextCursor !== null && limit < MAX_EVENTS && (
              <div>
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

/** Also said in words. */
const outcomeColours = { success: 'var(--primary)', failure: 'var(--warning)', refused: 'var(--error)' } as const;

/** Actions come from the contract; one without a phrase is shown by its name. */
type Translate = (key: string, values: { readonly defaultValue: string }) => string;

function EventLine({ event, now }: { readonly event: Event; readonly now: number }) {
  const { t } = useTranslation(['users', 'audit']);
  const formats = useFormats();
  const roleNames = useRoleNames();
  const { at, actor, onBehalfOf, action, outcome, details } = event;
  const actorName = actor ?? t('audit:nobody');
  const actionText =
    action === 'Users.Enable'
      ? t(details.enabled === false ? 'users:action.disable' : 'users:action.enable')
      : (t as unknown as Translate)(`audit:action.${action}`, { defaultValue: action });
  return (
    <>
      <p>
        {actionText}
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
        {' · '}
        {onBehalfOf === null ? actorName : t('audit:actingAs', { actor: actorName, user: onBehalfOf })}
        {changesIn(details, roleNames).map((change) => ` · ${change}`)}
      </p>
    </>
  );
}

const isChange = (value: unknown): value is { readonly from: unknown; readonly to: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value;

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** The details worth showing: fields before and after, roles given and taken. */
function changesIn({ fields, given, taken, reason }: Event['details'], roleNames: RoleNames): readonly string[] {
  const changes = typeof fields === 'object' && fields !== null ? Object.values(fields).filter(isChange) : [];
  // Roles are the only list-valued field.
  const formatValue = (value: unknown): string => (typeof value === 'string' ? value : roleNames.list(texts(value))) || '–';
  return [
    ...changes.map(({ from, to }) => `${formatValue(from)} → ${formatValue(to)}`),
    ...texts(given).map((role) => `+ ${roleNames.of(role)}`),
    ...texts(taken).map((role) => `− ${roleNames.of(role)}`),
    ...(typeof reason === 'string' && reason.includes(' ') ? [`“${reason}”`] : []),
  ];
}
