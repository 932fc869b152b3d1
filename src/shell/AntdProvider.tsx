/** Context of antd's controls: theme, CSP nonce of their styles, and defaults. */
import DownOutlined from '@ant-design/icons/DownOutlined';
import LoadingOutlined from '@ant-design/icons/LoadingOutlined';
import { ConfigProvider } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { antdTheme } from '@src/ui/theme/antdTheme.ts';
import { useTheme } from '@src/ui/theme/useTheme.ts';
import { useAntdLocale } from './useAntdLocale.ts';
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
