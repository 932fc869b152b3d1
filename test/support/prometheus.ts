/** The real Prometheus, where it is installed, with the configuration and the rules of deploy/, which wait for seconds here. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from './eventually.ts';
import { freePort } from './nginx.ts';

export interface FiringAlert {
  readonly name: string;
  readonly summary: string;
}

export interface Prometheus {
  /** The names of all rules. */
  rules(): Promise<string[]>;
  firing(): Promise<FiringAlert[]>;
  /** Number of series that a PromQL expression has now. @throws Error for one that is wrong */
  seriesOf(expression: string): Promise<number>;
  stop(): Promise<void>;
}

/** Window of rates, in the rules and for `$__rate_interval` of the dashboard. */
export const WINDOW = '10s';

const deploy = (file: string): Promise<string> => readFile(resolve(import.meta.dirname, '../../deploy', file), 'utf8');

export const isPrometheusInstalled = (): boolean => spawnSync('prometheus', ['--version']).status === 0;

/** @param target host and port of the metrics */
export async function startPrometheus(target: string): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-prometheus-'));
  const configuration = (await deploy('prometheus.yml'))
    .replaceAll('15s', '1s')
    .replace(/targets: \[[^\]]*\]/, `targets: ['${target}']`);
  const rules = (await deploy('prometheus.rules.yml'))
    .replaceAll(/for: \d+[smh]/g, 'for: 1s')
    .replaceAll(/\[\d+m\]/g, `[${WINDOW}]`);
  await writeFile(join(folder, 'prometheus.yml'), configuration);
  await writeFile(join(folder, 'prometheus.rules.yml'), rules);
  const address = `127.0.0.1:${String(await freePort())}`;
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'exit');

  const get = async <Data>(path: string): Promise<Data> => {
    const reply = (await (await fetch(`http://${address}/api/v1/${path}`)).json()) as { data: Data; error?: string };
    if (reply.error !== undefined) throw new Error(`${path}: ${reply.error}`);
    return reply.data;
  };
  const seriesOf = async (expression: string) =>
    (await get<{ result: unknown[] }>(`query?query=${encodeURIComponent(expression)}`)).result.length;
  try {
    await eventually('Prometheus to read the metrics', async () => (await seriesOf('up == 1')) === 1);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`Prometheus said:\n${said}`, { cause: error });
  }
  return {
    seriesOf,
    async rules() {
      const { groups } = await get<{ groups: { rules: { name: string }[] }[] }>('rules?type=alert');
      return groups.flatMap((group) => group.rules.map(({ name }) => name));
    },
    async firing() {
      const { alerts } = await get<{
        alerts: { state: string; labels: Record<string, string>; annotations: { summary?: string } }[];
      }>('alerts');
      return alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels: { alertname = '' }, annotations: { summary = '' } }) => ({
          name: alertname,
          summary,
        }));
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
