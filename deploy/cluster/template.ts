/** Replaces `${NAMES}` in a configuration, as envsubst does; nginx's own `$names` stay. */
const NAME = /\$\{([A-Z][A-Z0-9_]*)\}/g;

/** @throws Error for a name without a value */
export const render = (template: string, values: Readonly<Record<string, string | number>>): string =>
  template.replaceAll(NAME, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The configuration needs a value for ${name}`);
    return String(value);
  });

export const namesIn = (template: string): string[] => [
  ...new Set([...template.matchAll(NAME)].map(([, name]) => name as string)),
];
