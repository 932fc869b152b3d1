/**
 * The webpack loader of react-router. `displayName`s, and `forwardRef` without its mark as pure, keep those of its components in the first
 * view that nothing imports (Link, NavLink, Form, prefetching); instrumentation of its calls is an option that nothing here sets.
 */
export default (source: string): string =>
  source
    .replaceAll(/^\w+\.displayName = .*$/gm, '')
    .replaceAll(/= ([\w$]+\.forwardRef\()/g, '= /* @__PURE__ */ $1')
    .replaceAll(/= consumeInstrumentationClientResultMetaReceiver\(router\)/g, '= undefined')
    .replaceAll(/\b(?:init|opts\?)\.instrumentation(?:s|NavigateMetaReceiver)\b/g, 'undefined');
