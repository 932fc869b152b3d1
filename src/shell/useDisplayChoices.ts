/** Options of the display settings for signed-in users, and what each does. */
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { FontSize, Theme } from '@store/saga/ports.ts';
import { fontSizeRequested, localeChosen, selectSettings, themeChosen } from '@store/settings/settings.slice.ts';
import { locales } from '@api/contract/locale.ts';

const themes: readonly Theme[] = ['light', 'dark', 'system'];
const fontSizes: readonly FontSize[] = ['default', 'compact'];

export function useDisplayChoices() {
  const { t } = useTranslation('common');
  const dispatch = useDispatch();
  const { theme, fontSize, locale } = useSelector(selectSettings);
  return {
    theme: {
      label: t('theme.label'),
      value: theme,
      choices: themes.map((value) => ({ value, label: t(`theme.${value}`) })),
      onChange: (value: Theme) => dispatch(themeChosen(value)),
    },
    locale: {
      label: t('language.label'),
      value: locale,
      choices: locales.map((value) => ({ value, label: t(`language.${value}`) })),
      onChange: (value: string) => dispatch(localeChosen(value)),
    },
    fontSize: {
      label: t('fontSize.label'),
      value: fontSize,
      choices: fontSizes.map((value) => ({ value, label: t(`fontSize.${value}`) })),
      onChange: (value: FontSize) => dispatch(fontSizeRequested(value)),
    },
  };
}
