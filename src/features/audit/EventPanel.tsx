/** All facts of one event. An event opened by a link is looked up by its time. */
import { useTranslation } from 'react-i18next';
import { useFetchAuditReportQuery } from '@api/client/audit.api.ts';
import type { ListedEvent } from '@api/contract/audit.ts';
import { type DetailLine, detailLines } from '@api/contract/audit.details.ts';
import { reasonOf, sentenceWithActor } from '@api/contract/audit.sentences.ts';
import { actionName } from '@api/contract/audit.words.ts';
import { useEventWords } from '@src/i18n/useEventWords.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Change } from '@src/ui/Change.tsx';
import { CopyableText } from '@src/ui/CopyableText.tsx';
import { Facts } from '@src/ui/Facts.tsx';
import { Link } from '@src/ui/Link.tsx';
import { Drawer } from '@src/ui/Drawer.tsx';
import { Skeleton } from '@src/ui/Skeleton.tsx';
import { addressOf, type AuditView, defaultView, justAfter, type OpenEvent } from './auditView.ts';
import { OutcomeMark } from './columns.tsx';
import { useActorName } from './useActorName.ts';
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
  readonly listedEvent: ListedEvent | undefined;
  readonly view: AuditView;
  readonly now: number;
  readonly onClose: () => void;
}

export function EventPanel({ open, listedEvent, view, now, onClose }: Props) {
  const { t } = useTranslation(['audit', 'common']);
  const words = useEventWords();
  const isListed = listedEvent?.eventId === open.eventId;
  const { data, isFetching, isError } = useFetchAuditReportQuery(
    { from: open.at, to: justAfter(open), limit: LOOKUP_MAX_EVENTS },
    { skip: isListed },
  );
  const event = isListed ? listedEvent : data?.events.find(({ eventId }) => eventId === open.eventId);
  return (
    <Drawer
      title={event ? sentenceWithActor(event, event.actorName ?? event.actor ?? '', words) : t('panel.title')}
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
    </Drawer>
  );
}

function EventFacts({ event, view, now }: Pick<Props, 'view' | 'now'> & { readonly event: ListedEvent }) {
  const { t } = useTranslation('audit');
  const formats = useFormats();
  const words = useEventWords();
  const exactTime = useExactTime();
  const actorName = useActorName()(event);
  const { at, actor, action, target, organisation, ip, userAgent, eventId } = event;
  const lines = detailLines(event, words);
  const failed = reasonOf(event, words) === undefined ? 0 : 1;
  const { range, from, to } = view;
  const withMore = (filter: 'actor' | 'target', value: string, shown = value) => (
    <>
      {shown}{' '}
      <Link className="link small" to={addressOf({ ...defaultView, range, from, to, [filter]: value })}>
        {t(`panel.more.${filter}`)}
      </Link>
    </>
  );
  const lead = [
    ...lines.slice(0, failed).map(factOf),
    {
      label: t('column.at'),
      children: (
        <>
          <time dateTime={at}>{exactTime(at, 'long')}</time>
          <br />
          <span className="muted small">{formats.relative(at, now)}</span>
        </>
      ),
    },
    { label: t('column.outcome'), children: <OutcomeMark row={event} /> },
    {
      label: t('column.by'),
      children: actor === null ? <span className="muted">{actorName}</span> : withMore('actor', actor, actorName),
    },
    target !== null && { label: t('column.target'), children: withMore('target', target) },
    { label: t('column.action'), children: actionName(action, words) },
  ];
  const request = [
    organisation !== null && { label: t('column.organisation'), children: organisation },
    ip !== null && { label: t('column.ip'), children: ip },
    userAgent !== null && { label: t('column.userAgent'), children: userAgent },
    { label: t('panel.id'), children: <CopyableText text={eventId} of={t('panel.id')} /> },
  ];
  return (
    <>
      <Facts items={lead} />
      {lines.length > failed && (
        <section aria-label={t('panel.details')} className="box stack-tight">
          <h3>{t('panel.details')}</h3>
          <Facts items={lines.slice(failed).map(factOf)} />
        </section>
      )}
      <Facts items={request} />
    </>
  );
}

const factOf = (line: DetailLine) => ({
  label: line.label,
  children: line.kind === 'value' ? line.value : <Change from={line.from} to={line.to} />,
});
