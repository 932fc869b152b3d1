/** Options of the display settings for signed-in users, and what each does. */
import type { ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { FontSize, Theme } from '@store/saga/ports.ts';
import { fontSizeRequested, localeChosen, selectSettings, themeChosen } from '@store/settings/settings.slice.ts';
import { locales } from '@api/contract/locale.ts';

const themes: readonly Theme[] = ['light', 'dark', 'system'];
const fontSizes: readonly FontSize[] = ['default', 'compact'];

type ChoiceEvent = ChangeEvent<HTMLSelectElement>;

export function useDisplayChoices() {
  const { t } = useTranslation('common');
  const dispatch = useDispatch();
  const { theme, fontSize, locale } = useSelector(selectSettings);
  return {
    theme: {
      label: t('theme.label'),
      value: theme,
      choices: themes.map((value) => ({ value, label: t(`theme.${value}`) })),
      onChange: ({ target }: ChoiceEvent) => dispatch(themeChosen(target.value as Theme)),
    },
    locale: {
      label: t('language.label'),
      value: locale,
      choices: locales.map((value) => ({ value, label: t(`language.${value}`) })),
      onChange: ({ target }: ChoiceEvent) => dispatch(localeChosen(target.value)),
    },
    fontSize: {
      label: t('fontSize.label'),
      value: fontSize,
      choices: fontSizes.map((value) => ({ value, label: t(`fontSize.${value}`) })),
      onChange: ({ target }: ChoiceEvent) => dispatch(fontSizeRequested(target.value as FontSize)),
    },
  };
}
