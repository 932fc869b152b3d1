/**
 * Style rules of the controls that signed-in screens begin with, made at build time; for the page of a session. antd finds them there by
 * the last rule, a list of their names (https://ant.design/docs/react/server-side-rendering), instead of making them before the first
 * rows. The values of their variables depend on the theme, and are made in the browser.
 */
import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs';
import { Button, ConfigProvider, Input } from 'antd';
// The browser build of this module opens a MessageChannel, which keeps the build process from exiting.
import { renderToString } from 'react-dom/server.edge';
import { antdTheme } from '@src/ui/theme/antdTheme.ts';

/** Called by the build. */
export default function prerenderControls(): string {
  const cache = createCache();
  renderToString(
    <StyleProvider cache={cache}>
      <ConfigProvider theme={antdTheme('light', 'default', false)}>
        <Button />
        <Input />
      </ConfigProvider>
    </StyleProvider>,
  );
  return extractStyle(cache, { plain: true, types: 'style' });
}
