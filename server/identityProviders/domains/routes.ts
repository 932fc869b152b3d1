/** Routes of an organisation's domains. */
import type { domainsCalls } from '../../../api/contract/domains.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/call.ts';
import { dnsResolver } from './dns.ts';
import { addDomain, deleteDomain, listDomains, verifyDomain } from './service.ts';

export function domainsRoutes(context: Context): Handlers<keyof typeof domainsCalls> {
  const resolve = dnsResolver(context.config);
  return {
    'Domains.List': (call) => listDomains(context, call),
    'Domains.Add': (call) => addDomain(context, call),
    'Domains.Verify': (call) => verifyDomain(context, resolve, call),
    'Domains.Delete': async (call) => {
      await deleteDomain(context, call);
      return undefined;
    },
  };
}
