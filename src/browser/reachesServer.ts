/**
 * Whether a request gets through. The browser says that it is online a moment before its network is there, and knows nothing of the
 * server: a reload would then put the browser's own error in the place of the page.
 */
export const reachesServer = async (): Promise<boolean> =>
  navigator.onLine &&
  fetch('/icon.svg', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
