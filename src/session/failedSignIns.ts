/** After a login, reports failed attempts since the last one: another person may have tried. */
import type { UnknownAction } from '@reduxjs/toolkit';
import type { i18n } from 'i18next';
import type { Outcome } from '@api/contract/login.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { createFormats } from '@src/i18n/formats.ts';
import { localeOf } from '@src/i18n/locale.ts';
import { timeWords } from '@src/i18n/timeWords.ts';

/** A notice that stays until closed; undefined without failures. */
export function failedSignInsNotice(
  { failedSignIns: count, lastFailedAt }: Outcome,
  translations: i18n,
): UnknownAction | undefined {
  if (!count || !lastFailedAt) return undefined;
  const formats = createFormats(localeOf(translations.language), timeWords(translations.getFixedT(null, 'common')));
  const when = formats.relative(lastFailedAt, Date.now());
  return noticeRaised({ message: { phrase: 'login:form.failed', values: { count, when } }, severity: 'warning', timeout: false });
}
