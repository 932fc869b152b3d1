/** Whether an error means that the database could not be reached. */

/** PostgreSQL's codes for a temporary failure (shutdown, start-up, too many clients, read-only), and network errors. */
const UNREACHABLE =
  /^(08...|57P0[123]|53300|53200|25006|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of pg about a lost connection, which have no code. */
const LOST = /timeout exceeded when trying to connect|Connection terminated|encountered a connection error|Client was closed/;

export const isStoreLost = (error: unknown): boolean => {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return code === 'StoreUnavailable' || UNREACHABLE.test(code) || LOST.test(message);
};
