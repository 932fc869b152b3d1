/** `common:time` as input of the formats. */
import type { TFunction } from 'i18next';
import type { TimeWords } from './formats.ts';

export const timeWords = (t: TFunction): TimeWords => ({
  lessThanAMinuteAgo: t('time.lessThanAMinuteAgo'),
  inLessThanAMinute: t('time.inLessThanAMinute'),
  today: t('time.today'),
  yesterday: t('time.yesterday'),
  tomorrow: t('time.tomorrow'),
});
