/** The cluster on one machine: ports, files, processes. Nothing is started here. */
import { join } from 'node:path';
import { etcdServices } from './etcd.ts';
import type { Found } from './programs.ts';
import type { Service } from './service.ts';

interface Configuration {
  /** Path of the template in this folder. */
  readonly template: string;
  readonly file: string;
  readonly values: Readonly<Record<string, string | number>>;
}

export interface Plan {
  readonly siteUrl: string;
  /** URL of the primary through HAProxy, with Gatehouse's role. */
  readonly primaryUrl: string;
  readonly nodes: readonly { readonly name: string; readonly apiPort: number; readonly dataDir: string }[];
  readonly etcdPorts: readonly number[];
  readonly ports: readonly number[];
  readonly folders: readonly string[];
  readonly configurations: readonly Configuration[];
  /** Services in the order in which they start. */
  readonly services: readonly Service[];
}

interface PlanOptions {
  readonly folder: string;
  readonly checkout: string;
  readonly found: Found;
  readonly sitePort: number;
  /** The first of the ports that only the parts themselves use. */
  readonly basePort: number;
  readonly passwords: Readonly<Record<'postgres' | 'replication' | 'gatehouse' | 'secretKey', string>>;
  readonly env?: Readonly<Record<string, string>>;
}

const HOST = '127.0.0.1';
const MEMBERS = [1, 2, 3] as const;
const PROCESSES = [1, 2] as const;

export function planCluster({ folder, checkout, found, sitePort, basePort, passwords, env = {} }: PlanOptions): Plan {
  const port = {
    etcd: (member: number) => basePort + member,
    etcdPeer: (member: number) => basePort + 10 + member,
    node: (member: number) => basePort + 20 + member,
    api: (member: number) => basePort + 30 + member,
    primary: basePort + 41,
    replicas: basePort + 42,
    pooler: basePort + 51,
    gatehouse: (process: number) => basePort + 60 + process,
    metrics: (process: number) => basePort + 70 + process,
  };
  const { programs, postgresFolder } = found;
  const at = (...parts: string[]) => join(folder, ...parts);
  const address = (toPort: number, database: string) =>
    `postgres://gatehouse:${passwords.gatehouse}@${HOST}:${String(toPort)}/${database}`;
  const siteUrl = `http://${HOST}:${String(sitePort)}`;

  const etcd = etcdServices({
    program: programs.etcd,
    dataDir: (name) => at(name),
    members: MEMBERS.map((member) => ({ name: `etcd${String(member)}`, client: port.etcd(member), peer: port.etcdPeer(member) })),
  });
  const nodes = MEMBERS.map((member) => ({
    name: `node${String(member)}`,
    apiPort: port.api(member),
    dataDir: at(`node${String(member)}`, 'data'),
  }));
  const patroni = nodes.map(({ name, apiPort }): Service => ({
    name,
    program: programs.patroni,
    args: [at(name, 'patroni.yml')],
    // The password is for the script that creates the database.
    env: { GATEHOUSE_PASSWORD: passwords.gatehouse },
    account: 'unprivileged',
    ready: { port: apiPort, path: '/health' },
  }));
  const gatehouse = PROCESSES.map((process): Service => {
    const name = `gatehouse${String(process)}`;
    return {
      name,
      program: globalThis.process.execPath,
      args: ['server/process/launch.mjs', 'server/main.ts'].map((file) => join(checkout, file)),
      env: {
        NODE_ENV: 'production',
        HOST,
        PORT: String(port.gatehouse(process)),
        PUBLIC_URL: siteUrl,
        TRUST_PROXY: '1',
        DATA_DIR: at(name),
        SECRET_KEY: passwords.secretKey,
        DATABASE_URL: address(port.pooler, 'gatehouse'),
        DATABASE_DIRECT_URL: address(port.primary, 'gatehouse'),
        DATABASE_READ_URL: address(port.pooler, 'gatehouse_read'),
        METRICS_PORT: String(port.metrics(process)),
        DRAIN_DELAY_MS: '2000',
        ...env,
      },
      account: 'own',
      ready: { port: port.gatehouse(process), path: '/api/Health/Ready' },
    };
  });

  const files = at('front');
  const hosts = {
    LISTEN_HOST: HOST,
    HAPROXY_HOST: HOST,
    PRIMARY_PORT: port.primary,
    REPLICAS_PORT: port.replicas,
    POOLER_PORT: port.pooler,
    SITE_PORT: sitePort,
    GATEHOUSE_PASSWORD: passwords.gatehouse,
    USERLIST_FILE: join(files, 'userlist.txt'),
    FOLDER: files,
    ...Object.fromEntries<string | number>(
      MEMBERS.flatMap((member): [string, string | number][] => [
        [`NODE${String(member)}_HOST`, HOST],
        [`NODE${String(member)}_PORT`, port.node(member)],
        [`NODE${String(member)}_API_PORT`, port.api(member)],
      ]),
    ),
    ...Object.fromEntries<string | number>(
      PROCESSES.flatMap((process): [string, string | number][] => [
        [`GATEHOUSE${String(process)}_HOST`, HOST],
        [`GATEHOUSE${String(process)}_PORT`, port.gatehouse(process)],
      ]),
    ),
  };
  const configurations: Configuration[] = [
    ...MEMBERS.map((member, index) => ({
      template: 'patroni.yml',
      file: at(`node${String(member)}`, 'patroni.yml'),
      values: {
        NODE_NAME: `node${String(member)}`,
        LISTEN_HOST: HOST,
        NODE_HOST: HOST,
        NODE_PORT: port.node(member),
        API_PORT: port.api(member),
        ETCD_HOSTS: MEMBERS.map((one) => `${HOST}:${String(port.etcd(one))}`).join(),
        DATA_DIR: nodes[index]?.dataDir ?? '',
        BIN_DIR: postgresFolder,
        PGPASS_FILE: at(`node${String(member)}`, 'pgpass'),
        POSTGRES_PASSWORD: passwords.postgres,
        REPLICATION_PASSWORD: passwords.replication,
        NETWORK: `${HOST}/32`,
        BOOTSTRAP: at('front', 'bootstrap.sh'),
      },
    })),
    ...['bootstrap.sh', 'haproxy.cfg', 'pgbouncer.ini', 'userlist.txt', 'nginx.conf'].map((template) => ({
      template,
      file: join(files, template),
      values: hosts,
    })),
  ];
  const front = (name: 'haproxy' | 'pgbouncer' | 'nginx', args: string[], readyPort: number): Service => ({
    name,
    program: programs[name],
    args,
    env: {},
    account: 'unprivileged',
    ready: { port: readyPort },
  });
  return {
    siteUrl,
    primaryUrl: address(port.primary, 'gatehouse'),
    nodes,
    etcdPorts: MEMBERS.map(port.etcd),
    ports: [
      ...MEMBERS.flatMap((member) => [port.etcd(member), port.etcdPeer(member), port.node(member), port.api(member)]),
      ...PROCESSES.flatMap((process) => [port.gatehouse(process), port.metrics(process)]),
      port.primary,
      port.replicas,
      port.pooler,
      sitePort,
    ],
    folders: [
      ...MEMBERS.flatMap((member) => [at(`etcd${String(member)}`), at(`node${String(member)}`)]),
      ...PROCESSES.map((process) => at(`gatehouse${String(process)}`)),
      files,
      at('logs'),
    ],
    configurations,
    services: [
      ...etcd,
      ...patroni,
      front('haproxy', ['-db', '-f', join(files, 'haproxy.cfg')], port.primary),
      front('pgbouncer', ['-q', join(files, 'pgbouncer.ini')], port.pooler),
      ...gatehouse,
      front('nginx', ['-p', files, '-c', join(files, 'nginx.conf')], sitePort),
    ],
  };
}
