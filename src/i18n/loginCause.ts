/** Why a user can't log in, in words. */
import type { TFunction } from 'i18next';
import type { ReplyOf } from '@api/contract/index.ts';
import type { Formats } from './formats.ts';

type Cause = ReplyOf<'Users.Diagnosis'>['causes'][number];

export function loginCause({ code, since, until }: Cause, formats: Formats, t: TFunction<'users'>): string {
  const times = {
    since: since === null ? '' : formats.dateTime(since),
    until: until === null ? '' : formats.dateTime(until),
  };
  if (code === 'Disabled' && since !== null) return t('cause.DisabledSince', times);
  if (code === 'Locked' && until !== null) return t('cause.LockedUntil', times);
  return t(`cause.${code}`, times);
}
