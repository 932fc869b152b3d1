/** The members of etcd, in which Patroni stores which node is the primary. */
import type { Service } from './service.ts';

interface Etcd {
  readonly program: string;
  readonly members: readonly { readonly name: string; readonly client: number; readonly peer: number }[];
  readonly dataDir: (name: string) => string;
}

export function etcdServices({ program, members, dataDir }: Etcd): Service[] {
  const address = (port: number) => `http://127.0.0.1:${String(port)}`;
  const all = members.map(({ name, peer }) => `${name}=${address(peer)}`).join();
  return members.map(({ name, client, peer }) => {
    const options = {
      name,
      'data-dir': dataDir(name),
      'listen-client-urls': address(client),
      'advertise-client-urls': address(client),
      'listen-peer-urls': address(peer),
      'initial-advertise-peer-urls': address(peer),
      'initial-cluster': all,
      'initial-cluster-state': 'new',
      'log-level': 'warn',
    };
    return {
      name,
      program,
      args: Object.entries(options).map(([option, value]) => `--${option}=${value}`),
      env: {},
      account: 'unprivileged',
      ready: { port: client },
    };
  });
}
