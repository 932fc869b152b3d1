/** The arguments of `npm run admin -- import`, and what they choose. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { ImportChoices } from '../../api/contract/imports.shapes.ts';
import { findDestinations, firstChoices, folded, NO_CHOICES, wrongChoice } from '../imports/choices.ts';
import { SOURCES } from '../imports/read.ts';
import { readHashConfig } from '../imports/sources/firebase.ts';
import { CommandRefused } from './users.ts';
import type { OpenedDatabase } from './withDatabase.ts';

export const USAGE = `npm run admin -- import <source> <file> [--dry-run] [--report <file>] [--organisation <name>]
  [--domain <domain>=<organisation>]… [--role <former>=<role>]… [--default-role <role>] [--weak-hashes] [--mail-links]
  [--passkey-domain <domain>] [--firebase-hash <file>]
npm run admin -- import undo <id>
sources: auto, ${SOURCES.join(', ')}`;

const options = {
  'dry-run': { type: 'boolean' },
  report: { type: 'string' },
  organisation: { type: 'string' },
  domain: { type: 'string', multiple: true },
  role: { type: 'string', multiple: true },
  'default-role': { type: 'string' },
  'weak-hashes': { type: 'boolean' },
  'mail-links': { type: 'boolean' },
  'passkey-domain': { type: 'string' },
  'firebase-hash': { type: 'string' },
} as const;

export type ImportArguments = ReturnType<typeof parseArguments>;

export function parseArguments(given: readonly string[]) {
  try {
    return parseArgs({ args: [...given], options, allowPositionals: true });
  } catch (error) {
    throw new CommandRefused(`${(error as Error).message}\n${USAGE}`);
  }
}

export const readingOptions = async (file: string | undefined) => {
  if (file === undefined) return {};
  const firebase = readHashConfig(await readFile(file, 'utf8'));
  if (!firebase)
    throw new CommandRefused(
      '--firebase-hash: the file has to have base64_signer_key, base64_salt_separator, rounds and mem_cost.',
    );
  return { firebase };
};

function pairs(option: string, given: readonly string[] = []): (readonly [string, string])[] {
  return given.map((text) => {
    const at = text.lastIndexOf('=');
    if (at < 1) throw new CommandRefused(`${option} ${text}: it has to be <former>=<new>.`);
    return [text.slice(0, at), text.slice(at + 1)] as const;
  });
}

export async function choicesOf({ db }: OpenedDatabase, values: ImportArguments['values']): Promise<ImportChoices> {
  const destinations = await findDestinations(db);
  const { roles, organisations } = destinations;
  const organisation = (name: string): string => {
    const found = organisations.get(folded(name)) ?? organisations.get(name);
    if (!found) throw new CommandRefused(`There is no organisation ${name}.`);
    return found.id;
  };
  const role = (name: string): string => {
    const found = roles.find((each) => folded(each) === folded(name));
    if (found === undefined && name !== '') throw new CommandRefused(`There is no role ${name}.`);
    return found ?? '';
  };
  const suggested = firstChoices(destinations);
  const choices = {
    roles: Object.fromEntries(pairs('--role', values.role).map(([former, name]) => [former, role(name)])),
    defaultRole: role(values['default-role'] ?? NO_CHOICES.defaultRole),
    organisationId: values.organisation === undefined ? suggested.organisationId : organisation(values.organisation),
    domains: Object.fromEntries(pairs('--domain', values.domain).map(([domain, name]) => [folded(domain), organisation(name)])),
    weakHashes: values['weak-hashes'] ?? false,
    mailLinks: values['mail-links'] ?? false,
    passkeyDomain: values['passkey-domain'] ?? '',
  };
  if (wrongChoice(choices, destinations) === 'defaultRole')
    throw new CommandRefused('--default-role: people of an import never become administrators.');
  return choices;
}
