/** Context of antd's controls: theme, CSP nonce of their styles, and defaults. */
import DownOutlined from '@ant-design/icons/DownOutlined';
import LoadingOutlined from '@ant-design/icons/LoadingOutlined';
import { ConfigProvider, type ConfigProviderProps } from 'antd';
import english from 'antd/es/locale/en_US.js';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Locale } from '@api/contract/locale.ts';
import { localeOf } from '@src/i18n/locale.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { antdTheme } from '@src/ui/theme/antdTheme.ts';
import { useTheme } from '@src/ui/theme/useTheme.ts';
import '@src/ui/styles/antd.css';
import '@src/ui/styles/popup.css';

const isMotionReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const button = {
  // antd would insert spaces between two characters, which suits Chinese only.
  autoInsertSpace: false,
  // Hidden: antd's own icon would put an English "loading" into the button's name.
  loadingIcon: <LoadingOutlined aria-hidden />,
};
/** Hidden: antd's own icon is read as "down", in English. */
const select = { suffixIcon: <DownOutlined aria-hidden /> };
const wave = { disabled: true };
/** Lists and menus belong to the landmark that opens them. */
const popupContainer = (opener?: HTMLElement) => opener?.closest<HTMLElement>('main, header') ?? document.body;

export function AntdProvider({ children }: { readonly children: ReactNode }) {
  const { nonce } = usePageConfig();
  const { theme, fontSize } = useTheme();
  const config = useMemo(() => antdTheme(theme, fontSize, isMotionReduced()), [theme, fontSize]);
  const locale = useAntdLocale();
  const csp = useMemo(() => ({ nonce }), [nonce]);
  return (
    <ConfigProvider
      locale={locale}
      theme={config}
      csp={csp}
      wave={wave}
      button={button}
      select={select}
      getPopupContainer={popupContainer}
    >
      {children}
    </ConfigProvider>
  );
}

type Words = NonNullable<ConfigProviderProps['locale']>;

const loaders: Readonly<Partial<Record<Locale, () => Promise<{ readonly default: Words }>>>> = {
  'en-GB': () => import(/* webpackChunkName: "antd-en-GB" */ 'antd/es/locale/en_GB.js'),
  'en-IN': () => import(/* webpackChunkName: "antd-en-GB" */ 'antd/es/locale/en_GB.js'),
  de: () => import(/* webpackChunkName: "antd-de" */ 'antd/es/locale/de_DE.js'),
};

/**
 * antd's own words in the user's language, loaded on demand; its English is built in. Some are read by screen readers only.
 * The locale is always an object: where `ConfigProvider` gets its first one later, it mounts the whole page anew.
 */
function useAntdLocale(): Words {
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
