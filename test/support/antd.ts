/** antd for component tests: loads the components that a test uses, not all seventy. */
const kebab = (name: string) => name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

module.exports = new Proxy(
  { __esModule: true },
  {
    get: (target, name): unknown => {
      if (typeof name === 'symbol' || name in target) return Reflect.get(target, name);
      return jest.requireActual<{ readonly default: unknown }>(`antd/lib/${kebab(name)}`).default;
    },
  },
);
