/** Whether what is sent to a host stays on this machine. */
export const isLoopback = (hostname: string): boolean => /^(localhost|.*\.localhost|127(\.\d+){3}|\[?::1\]?)$/.test(hostname);
