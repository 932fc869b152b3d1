/** What is chosen for an import: how the former system's roles and organisations are called here, and what may come. */
import { z } from 'zod';

export const Choices = z.strictObject({
  /** Roles and groups of the former system, and the role here; empty: none, and nothing is said about it. */
  roles: z.record(z.string().max(255), z.string().max(100)),
  /** Of people without a role. */
  defaultRole: z.string().max(100),
  /** The organisation of users without one by the file or by the domain of their address. */
  organisationId: z.uuid().nullable(),
  /** The organisation by the domain of the address. */
  domains: z.record(z.string().max(255), z.uuid()),
  /** Whether hashes of one step of MD5 or SHA are taken, wrapped in argon2id. */
  weakHashes: z.boolean(),
  /** Whether people who come without a password are mailed a link to set one. */
  mailLinks: z.boolean(),
});
export type Choices = z.infer<typeof Choices>;

export const NO_CHOICES: Choices = {
  roles: {},
  defaultRole: 'Member',
  organisationId: null,
  domains: {},
  weakHashes: false,
  mailLinks: false,
};
