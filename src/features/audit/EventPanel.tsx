/** All facts of one event. An event opened by a link is looked up by its time. */
import { useTranslation } from 'react-i18next';
import { useFetchAuditReportQuery } from '@api/client/audit.api.ts';
import type { AuditEvent } from '@api/contract/audit.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { CopyButton } from '@src/ui/CopyButton.tsx';
import { Link } from '@src/ui/Link.tsx';
import { Fact, SidePanel } from '@src/ui/SidePanel.tsx';
import { Skeleton } from '@src/ui/Skeleton.tsx';
import { actionName } from './actionNames.ts';
import { addressOf, type AuditView, defaultView, justAfter, type OpenEvent } from './auditView.ts';
import { OutcomeMark } from './columns.tsx';
import { detailLines } from './details.ts';
import { useExactTime } from './useExactTime.ts';

const skeletonBars = [
  { width: '60%', height: '1.5rem' },
  { width: '100%', height: '16rem' },
];

/** The server's largest page; more events are not expected within one millisecond. */
const LOOKUP_MAX_EVENTS = 500;

interface Props {
  readonly open: OpenEvent;
  /** Set if the event was opened from the list. */
  readonly listedEvent: AuditEvent | undefined;
  readonly view: AuditView;
  readonly now: number;
  readonly onClose: () => void;
}

export function EventPanel({ open, listedEvent, view, now, onClose }: Props) {
  const { t } = useTranslation(['audit', 'common']);
  const { t: tAudit } = useTranslation('audit');
  const isListed = listedEvent?.eventId === open.eventId;
  const { data, isFetching, isError } = useFetchAuditReportQuery(
    { from: open.at, to: justAfter(open), limit: LOOKUP_MAX_EVENTS },
    { skip: isListed },
  );
  const event = isListed ? listedEvent : data?.events.find(({ eventId }) => eventId === open.eventId);
  return (
    <SidePanel
      title={event ? actionName(event.action, tAudit) : t('panel.title')}
      closeLabel={t('panel.close')}
      of={open.eventId}
      onClose={onClose}
    >
      {event ? (
        <EventFacts event={event} view={view} now={now} />
      ) : isFetching ? (
        <Skeleton bars={skeletonBars} label={t('common:loading')} />
      ) : (
        <p>{t(isError ? 'common:failed.text' : 'panel.missing')}</p>
      )}
    </SidePanel>
  );
}

function EventFacts({ event, view, now }: Pick<Props, 'view' | 'now'> & { readonly event: AuditEvent }) {
  const { t } = useTranslation('audit');
  const formats = useFormats();
  const roleNames = useRoleNames();
  const exactTime = useExactTime();
  const { at, actor, onBehalfOf, action, target, organisation, ip, userAgent, details, eventId } = event;
  const find = (key: string) => {
    const phrase = (t as unknown as (key: string, options: object) => unknown)(key, { defaultValue: '' });
    return typeof phrase === 'string' && phrase !== '' ? phrase : undefined;
  };
  const lines = detailLines(details, find, formats, roleNames);
  const { range, from, to } = view;
  const more = (filter: 'actor' | 'target', value: string) => (
    <Link className="link small" to={addressOf({ ...defaultView, range, from, to, [filter]: value })}>
      {t(`panel.more.${filter}`)}
    </Link>
  );
  const requestFacts = { organisation, ip, userAgent };
  return (
    <>
      <dl className="side-facts">
        <Fact term={t('column.at')}>
          <time dateTime={at}>{exactTime(at, 'long')}</time>
          <br />
          <span className="muted small">{formats.relative(at, now)}</span>
        </Fact>
        <Fact term={t('column.outcome')}>
          <OutcomeMark row={event} />
        </Fact>
        <Fact term={t('column.actor')}>
          {actor ?? <span className="muted">{t('nobody')}</span>} {actor !== null && more('actor', actor)}
        </Fact>
        {onBehalfOf !== null && <Fact term={t('panel.onBehalfOf')}>{onBehalfOf}</Fact>}
        {target !== null && (
          <Fact term={t('column.target')}>
            {target} {more('target', target)}
          </Fact>
        )}
        <Fact term={t('column.action')}>
          <code className="mono small">{action}</code>
        </Fact>
      </dl>
      {lines.length > 0 && (
        <section aria-label={t('panel.details')} className="box stack-tight">
          <h3>{t('panel.details')}</h3>
          <dl className="side-facts">
            {lines.map((line, index) => (
              <Fact key={index} term={line.label}>
                {line.kind === 'value' ? (
                  line.value
                ) : (
                  <>
                    <del>{line.from}</del> <span aria-hidden="true">→</span> <ins>{line.to}</ins>
                  </>
                )}
              </Fact>
            ))}
          </dl>
        </section>
      )}
      <dl className="side-facts">
        {(Object.keys(requestFacts) as (keyof typeof requestFacts)[]).map((key) => {
          const value = requestFacts[key];
          return (
            value !== null && (
              <Fact key={key} term={t(`column.${key}`)}>
                {value}
              </Fact>
            )
          );
        })}
        <Fact term={t('panel.id')}>
          <span className="mono small">{eventId}</span>
        </Fact>
      </dl>
      <div className="button-row">
        <CopyButton text={eventId} of={t('panel.id')} />
      </div>
    </>
  );
}
