/** Says in one line whether the user can log in, and what prevents it. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '@api/contract/index.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { endText } from '@src/i18n/endText.ts';
import { isMfaMissing, preventsLogin } from '@src/i18n/loginCause.ts';
import type { Formats } from '@src/i18n/formats.ts';
import './panel.css';

type Cause = ReplyOf<'Users.Diagnosis'>['causes'][number];

function reasonText({ code, until }: Cause, formats: Formats, now: number, t: TFunction<'users'>): string {
  if (code === 'Locked' && until !== null) return t('answer.LockedUntil', { time: endText(formats, until, now) });
  return t(`answer.${code}`);
}

export function Answer({ causes, now }: { readonly causes: readonly Cause[]; readonly now: number }) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  const reasons = causes.filter(preventsLogin).map((cause) => reasonText(cause, formats, now, t));
  const text =
    reasons.length > 0
      ? t('answer.no', { reasons: reasons.join(', ') })
      : t(causes.some(isMfaMissing) ? 'answer.yesAfterMfa' : 'answer.yes');
  return (
    <p className={`answer ${reasons.length > 0 ? 'tone-error' : 'tone-success'}`}>
      <strong>{text}</strong>
    </p>
  );
}
