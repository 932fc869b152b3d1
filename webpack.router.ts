/**
 * The webpack loader of react-router's components. `displayName`s, and `forwardRef` without its mark as pure, keep those in the first
 * view that nothing imports (Link, NavLink, Form, prefetching): a fortieth of it.
 */
export default (source: string): string =>
  source.replaceAll(/^\w+\.displayName = .*$/gm, '').replaceAll(/= ([\w$]+\.forwardRef\()/g, '= /* @__PURE__ */ $1');
