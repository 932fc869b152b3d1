/** States in words why a user cannot log in. */
import type { TFunction } from 'i18next';
import type { ReplyOf } from '@api/contract/index.ts';
import { endText } from './endText.ts';
import type { Formats } from './formats.ts';

type Cause = ReplyOf<'Users.Diagnosis'>['causes'][number];

export function loginCause(
  { code, since, until, organisation, provider }: Cause,
  formats: Formats,
  now: number,
  t: TFunction<'users'>,
): string {
  const values = {
    since: since === null ? '' : formats.dateTime(since),
    until: until === null ? '' : endText(formats, until, now),
    organisation,
    provider: provider?.name,
  };
  if ((code === 'Disabled' || code === 'DisabledByDirectory') && since !== null) return t(`cause.${code}Since`, values);
  if (code === 'Locked' && until !== null) return t('cause.LockedUntil', values);
  return t(`cause.${code}`, values);
}

/** The user sets it up while logging in. */
export const isMfaMissing = ({ code }: Pick<Cause, 'code'>): boolean => code === 'MfaEnrolmentOutstanding';

export const preventsLogin = (cause: Pick<Cause, 'code' | 'keepsOut'>): boolean => cause.keepsOut && !isMfaMissing(cause);

/** The heading differs for a user who can log in, or for whom that is not known yet. */
export const loginHeading = (causes: readonly Cause[] | undefined): 'panel.why' | 'panel.login' =>
  causes?.some(preventsLogin) === true ? 'panel.why' : 'panel.login';
