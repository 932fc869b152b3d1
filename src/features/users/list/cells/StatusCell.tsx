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

/** The time of day, with the date where that is not today's. */
const clock = (time: string, formats: Formats, now: number): string =>
  new Date(time).toDateString() === new Date(now).toDateString() ? formats.time(time) : formats.dateTime(time, 'short');

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
  const status = statusOf(user, now);
  return <Pill kind={status.kind} text={statusText(status, formats, now, t)} />;
}

export function StatusCell({ row }: CellProps) {
  const { t, formats, now } = useList();
  const status = statusOf(row, now);
  return <Pill kind={status.kind} text={statusText(status, formats, now, t)} />;
}

function Pill({ kind, text }: { readonly kind: UserStatus['kind']; readonly text: string }) {
  return (
    <span className={`pill pill-${kind}`} title={text}>
      <span className="cut">{text}</span>
    </span>
  );
}
