/** Status of a user: whether the user can log in, and the end of a lock or invitation. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { durationText } from '@api/contract/duration.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { Formats } from '@src/i18n/formats.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { statusOf, type UserStatus } from '../userStatus.ts';
import { useList } from '../useList.ts';
import type { CellProps } from './TextCells.tsx';

const tones: Readonly<Record<UserStatus['kind'], string>> = {
  active: 'tone-success',
  disabled: '',
  locked: 'tone-error',
  invited: 'tone-info',
  inviteExpired: 'tone-warning',
  organisationBlocked: 'tone-warning',
};

const DAY_MS = 86_400_000;
/** A lock longer than 3650 days is permanent until an administrator unlocks the user. */
const PERMANENT_LOCK_MS = 3650 * DAY_MS;

const MINUTE_MS = 60_000;

/** The time left of a lock, rounded up, in minutes, hours or days. */
function timeLeftText(until: string, now: number, t: TFunction<'users'>): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(until) - now) / MINUTE_MS));
  if (minutes < 60) return t('status.lockedFor.minutes', { count: minutes });
  const hours = Math.ceil(minutes / 60);
  return hours < 48
    ? t('status.lockedFor.hours', { count: hours })
    : t('status.lockedFor.days', { count: Math.ceil(hours / 24) });
}

/** Locks and invitations count down in the largest unit. */
function statusText(status: UserStatus, formats: Formats, now: number, t: TFunction<'users'>): string {
  switch (status.kind) {
    case 'locked':
      if (Date.parse(status.until) - now > PERMANENT_LOCK_MS) return t('status.lockedForGood');
      return timeLeftText(status.until, now, t);
    case 'invited': {
      if (status.until === null) return t('status.invited');
      return t('status.invitedFor', { duration: durationText(formats.locale, Date.parse(status.until) - now, 1) });
    }
    default:
      return t(`status.${status.kind}`);
  }
}

export function StatusPill({ user, now }: { readonly user: UserSummary; readonly now: number }) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  return <Status status={statusOf(user, now)} formats={formats} now={now} t={t} />;
}

export function StatusCell({ row }: CellProps) {
  const { t, formats, now } = useList();
  return <Status status={statusOf(row, now)} formats={formats} now={now} t={t} />;
}

interface StatusProps {
  readonly status: UserStatus;
  readonly formats: Formats;
  readonly now: number;
  readonly t: TFunction<'users'>;
}

function Status({ status, formats, now, t }: StatusProps) {
  const text = statusText(status, formats, now, t);
  const until = status.kind === 'locked' && Date.parse(status.until) - now <= PERMANENT_LOCK_MS ? status.until : undefined;
  return (
    <span
      className={`state state-filled ${tones[status.kind]}`}
      title={until === undefined ? text : t('status.locked', { time: formats.dateTime(until) })}
    >
      <span className="cut">{text}</span>
    </span>
  );
}
