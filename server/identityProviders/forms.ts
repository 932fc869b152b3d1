/** Routes that take what identity providers send: forms, which no other route takes. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problem } from '../http/problem.ts';

/** Maximum of fields: the longest form of a provider has four. */
const MAX_FIELDS = 20;

/** @param add adds the routes, each with `bodyLimit` */
export function takingForms(app: FastifyInstance, bodyLimit: number, add: (scope: FastifyInstance) => void): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, body, parsed) => {
        // Counted first: a form of a hundred thousand empty fields takes long to read.
        const isTooMany = (body as string).split('&', MAX_FIELDS + 1).length > MAX_FIELDS;
        parsed(isTooMany ? problem('BadRequest') : null, body);
      },
    );
    add(scope);
    done();
  });
}

export const formOf = ({ body }: FastifyRequest): URLSearchParams => new URLSearchParams(typeof body === 'string' ? body : '');

export const connectionOf = (request: FastifyRequest): string => (request.params as { readonly connection: string }).connection;
