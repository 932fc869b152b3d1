/** The most common passwords. The build emits them as a file, fetched where a password is chosen; the import gives its URL. */
import found from '@api/contract/rules/mostCommonPasswords.json' with { type: 'json' };

const listOrUrl = found as readonly string[] | string;
let list: Promise<readonly string[]> | undefined;

async function fetchList(url: string): Promise<readonly string[]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`No passwords at ${url}`);
  return (await response.json()) as readonly string[];
}

/** Fetches the list once; after a failure, again. */
export function loadMostCommonPasswords(): Promise<readonly string[]> {
  list ??= (typeof listOrUrl === 'string' ? fetchList(listOrUrl) : Promise.resolve(listOrUrl)).catch((error: unknown) => {
    list = undefined;
    throw error;
  });
  return list;
}
