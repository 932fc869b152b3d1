/** `npm run admin -- saml-keys rotate`: the next key towards SAML providers takes the place of the current one. Servers keep running. */
import { openKeyring } from '../encryption/keyring.ts';
import { readMasterKeys } from '../encryption/masterKeys.ts';
import { replaceSamlKey } from '../identityProviders/saml/renewal.ts';
import { CommandRefused } from './users.ts';
import type { OpenedDatabase } from './withDatabase.ts';

export async function samlKeysCommand({ db, config, now, origin }: OpenedDatabase, what: string): Promise<string> {
  if (what !== 'rotate') throw new CommandRefused('npm run admin -- saml-keys rotate');
  const keyring = await openKeyring(db, readMasterKeys(config), () => now);
  if (!(await replaceSamlKey(db, keyring, { now, origin })))
    throw new CommandRefused('There are no SAML keys yet: they are made when a SAML provider is first added.');
  return (
    'The next SAML key signs from now on, and its successor is in the metadata. Administrators of organisations with a SAML provider\n' +
    'get a mail. What is encrypted for the former key is read for 90 days.'
  );
}
