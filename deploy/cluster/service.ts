/** One process of a cluster. */
export interface Service {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Account of the process. Gatehouse runs as our own, as it reads this checkout, which others may not be allowed to. */
  readonly account: 'own' | 'unprivileged';
  /** The process is up once this port accepts connections, and a GET of the path gives 2xx. */
  readonly ready: { readonly port: number; readonly path?: string };
}
