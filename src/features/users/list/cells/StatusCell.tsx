/** One pill: whether the person can log in, and until when not. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { Formats } from '@src/i18n/formats.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { statusOf, type UserStatus } from '../userStatus.ts';
import { useList } from '../useList.ts';
import type { CellProps } from './TextCells.tsx';
import './pill.css';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Nobody waits so long: such a lock ends by hand. */
const YEARS = 3650 * DAY;

/** Within a day the time alone says which moment is meant; of a later one the date does, as short as a pill is. */
const clock = (time: string, formats: Formats, now: number): string =>
  Date.parse(time) - now < DAY ? formats.time(time) : formats.date(time, 'short');

/** The pill's words: an invitation counts down in days, on its last day in hours. */
function statusText(status: UserStatus, formats: Formats, now: number, t: TFunction<'users'>): string {
  switch (status.kind) {
    case 'locked':
      if (Date.parse(status.until) - now > YEARS) return t('status.lockedForGood');
      return t('status.locked', { time: clock(status.until, formats, now) });
    case 'invited': {
      if (status.until === null) return t('status.invited');
      const left = Date.parse(status.until) - now;
      if (left >= DAY) return t('status.invitedDays', { count: Math.floor(left / DAY) });
      return t('status.invitedHours', { count: Math.max(1, Math.ceil(left / HOUR)) });
    }
    default:
      return t(`status.${status.kind}`);
  }
}

export function StatusPill({ user, now }: { readonly user: UserSummary; readonly now: number }) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  return <Pill status={statusOf(user, now)} formats={formats} now={now} t={t} />;
}

export function StatusCell({ row }: CellProps) {
  const { t, formats, now } = useList();
  return <Pill status={statusOf(row, now)} formats={formats} now={now} t={t} />;
}

interface PillProps {
  readonly status: UserStatus;
  readonly formats: Formats;
  readonly now: number;
  readonly t: TFunction<'users'>;
}

function Pill({ status, formats, now, t }: PillProps) {
  const text = statusText(status, formats, now, t);
  const until = status.kind === 'locked' && Date.parse(status.until) - now <= YEARS ? status.until : undefined;
  return (
    <span
      className={`pill pill-${status.kind}`}
      title={until === undefined ? text : t('status.locked', { time: formats.dateTime(until) })}
    >
      <span className="cut">{text}</span>
    </span>
  );
}
