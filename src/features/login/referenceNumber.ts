/** Reference by which support finds the rejected login in the audit: reason and UTC time, no personal data. */
import type { Rejection } from '@src/session/useLoginResult.ts';

/** `Locked` at 2026-11-21T10:15:33Z → `L-20261121-101533`. */
export function referenceNumber({ reason, at }: Rejection): string {
  const [day = '', time = ''] = new Date(at).toISOString().replace(/[-:]/g, '').split('T');
  return `${(reason ?? 'X').slice(0, 1)}-${day}-${time.slice(0, 6)}`;
}
