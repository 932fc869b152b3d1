/** antd in the product's look: what it draws comes from our tokens as CSS variables, so that a change of theme needs nothing of it. */
import { ConfigProvider, type ThemeConfig } from 'antd';
import type { ReactNode } from 'react';
import { colour } from '../theme/themeCss.ts';
import { fontFamily, radius, sizes } from '../tokens.ts';

const look: ThemeConfig = {
  token: {
    fontFamily,
    borderRadius: radius,
    borderRadiusLG: radius,
    borderRadiusSM: radius,
    borderRadiusXS: radius,
    controlHeight: sizes.default.control,
    fontSize: sizes.default.font,
    motion: false,
    colorText: colour('text'),
    colorTextPlaceholder: colour('textMuted'),
    colorTextQuaternary: colour('textMuted'),
    colorTextDescription: colour('textMuted'),
    colorIcon: colour('textMuted'),
    colorIconHover: colour('text'),
    colorBgContainer: colour('surface'),
    colorBgElevated: colour('surface'),
    colorBorder: colour('edge'),
    colorFillSecondary: colour('quiet'),
    controlItemBgHover: colour('quiet'),
    controlItemBgActive: colour('secondarySoft'),
    controlItemBgActiveHover: colour('secondarySoft'),
    controlOutline: colour('secondarySoft'),
    boxShadowSecondary: `0 8px 24px ${colour('shadow')}`,
  },
  components: {
    Select: {
      activeBorderColor: colour('secondary'),
      hoverBorderColor: colour('text'),
      activeOutlineColor: colour('secondarySoft'),
      multipleItemBg: colour('quiet'),
      optionActiveBg: colour('quiet'),
      optionSelectedBg: colour('secondarySoft'),
      optionSelectedColor: colour('text'),
      colorPrimary: colour('secondary'),
    },
  },
};

interface Props {
  /** Of the page's policy, for the style elements that antd makes. */
  readonly nonce: string;
  readonly children: ReactNode;
}

export function AntdTheme({ nonce, children }: Props) {
  return (
    <ConfigProvider theme={look} csp={{ nonce }} wave={{ disabled: true }}>
      {children}
    </ConfigProvider>
  );
}
