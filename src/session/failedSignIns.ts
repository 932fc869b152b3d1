/** After failures, the next log-in tells how many there were and when the last one was: somebody else may have tried. */
import type { UnknownAction } from '@reduxjs/toolkit';
import type { i18n } from 'i18next';
import type { Outcome } from '@api/contract/login.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { createFormats } from '@src/i18n/formats.ts';
import { localeOf } from '@src/i18n/locale.ts';
import { wordsOfTime } from '@src/i18n/wordsOfTime.ts';

/** A notice that stays until it is closed; nothing where nothing failed. */
export function failedSignIns({ failedSignIns: count, lastFailedAt }: Outcome, translations: i18n): UnknownAction | undefined {
  if (!count || !lastFailedAt) return undefined;
  const formats = createFormats(localeOf(translations.language), wordsOfTime(translations.getFixedT(null, 'common')));
  const when = formats.relative(lastFailedAt, Date.now());
  return noticeRaised({ message: { phrase: 'login:form.failed', values: { count, when } }, severity: 'warning', timeout: false });
}
