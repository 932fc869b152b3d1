/** Routes of saved views. */
import type { viewsCalls } from '../../api/contract/views.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/call.ts';
import { viewsService } from './service.ts';

export function viewsRoutes(context: Context): Handlers<keyof typeof viewsCalls> {
  const service = viewsService(context);
  return {
    'Views.List': (call) => service.list(call),
    'Views.Create': (call) => service.create(call),
    'Views.Rename': (call) => service.rename(call),
    'Views.Replace': (call) => service.replace(call),
    'Views.Share': (call) => service.share(call),
    'Views.SetDefault': (call) => service.setDefault(call),
    'Views.Delete': async (call) => {
      await service.delete(call);
      return undefined;
    },
  };
}
