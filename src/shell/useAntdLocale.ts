/** antd's own words in the user's language, loaded on demand; its English is built in. Some are read by screen readers only. */
import type { ConfigProviderProps } from 'antd';
import english from 'antd/es/locale/en_US.js';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Locale } from '@api/contract/locale.ts';
import { localeOf } from '@src/i18n/locale.ts';

type Words = NonNullable<ConfigProviderProps['locale']>;

const loaders: Readonly<Partial<Record<Locale, () => Promise<{ readonly default: Words }>>>> = {
  'en-GB': () => import(/* webpackChunkName: "antd-en-GB" */ 'antd/es/locale/en_GB.js'),
  'en-IN': () => import(/* webpackChunkName: "antd-en-GB" */ 'antd/es/locale/en_GB.js'),
  de: () => import(/* webpackChunkName: "antd-de" */ 'antd/es/locale/de_DE.js'),
};

/** The locale is always an object: where `ConfigProvider` gets its first one later, it mounts the whole page anew. */
export function useAntdLocale(): Words {
  const locale = localeOf(useTranslation().i18n.language);
  const [loaded, setLoaded] = useState<{ readonly of: Locale; readonly words: Words }>();
  useEffect(() => {
    let isWanted = true;
    loaders[locale]?.().then(
      ({ default: words }) => {
        if (isWanted) setLoaded({ of: locale, words });
      },
      // If loading fails, the words stay English.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [locale]);
  return loaded?.of === locale ? loaded.words : english;
}
