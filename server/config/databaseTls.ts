/** Connections to a database on another machine must be protected: all data of the product passes over them. */
import { isLoopback } from './loopback.ts';

const ADDRESSES = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL', 'DATABASE_READ_URL'] as const;

type Settings = Readonly<Partial<Record<(typeof ADDRESSES)[number], string | undefined>>> & {
  readonly ALLOW_PLAIN_DATABASE: 'on' | 'off';
};

/** Modes in which `pg` verifies the server's certificate; `no-verify` and `prefer` would trust any server. */
const VERIFIED_MODES = new Set(['require', 'verify-ca', 'verify-full']);

/** @returns the faults, one line each */
export function databaseTlsFaults(settings: Settings): string[] {
  if (settings.ALLOW_PLAIN_DATABASE === 'on') return [];
  return ADDRESSES.filter((name) => settings[name] !== undefined && !isProtected(settings[name])).map(
    (name) =>
      `${name}: must have sslmode=verify-full, because the address is not this machine’s; ALLOW_PLAIN_DATABASE=on allows it all the same`,
  );
}

/** Whether a connection uses verified TLS, or does not leave the machine. */
function isProtected(address: string): boolean {
  const { hostname, searchParams } = new URL(address);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  // A path is that of a Unix socket; without a host `pg` takes localhost.
  if (host === '' || host.startsWith('/') || isLoopback(host)) return true;
  return VERIFIED_MODES.has(searchParams.get('sslmode') ?? '') && searchParams.get('uselibpqcompat') !== 'true';
}
