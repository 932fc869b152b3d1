/** antd's styling without style sheets: jsdom draws nothing, and its style queries slow down with every rule. */
const cssinjs = jest.requireActual<Record<string, unknown>>('@ant-design/cssinjs/lib/index.js');

module.exports = { ...cssinjs, useStyleRegister: () => undefined, useCSSVarRegister: () => [] };
