/** Routes that take what identity providers send: forms, which no other route takes. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** @param add adds the routes, each with `bodyLimit` */
export function takingForms(app: FastifyInstance, bodyLimit: number, add: (scope: FastifyInstance) => void): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, body, parsed) => {
        parsed(null, body);
      },
    );
    add(scope);
    done();
  });
}

export const formOf = ({ body }: FastifyRequest): URLSearchParams => new URLSearchParams(typeof body === 'string' ? body : '');

export const connectionOf = (request: FastifyRequest): string => (request.params as { readonly connection: string }).connection;
