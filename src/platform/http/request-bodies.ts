import { parse as parseForm } from 'node:querystring';
import type { FastifyInstance } from 'fastify';

/** Registers the parser of JSON bodies. It also stores the text of the body, for idempotency. */
export function registerJsonParser(app: FastifyInstance): void {
  // The parser rejects a body that contains `__proto__` or `constructor.prototype`.
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    request.bodyFingerprint = text;
    if (text.length === 0)
      done(null); // an empty body counts as no body (gap 6)
    else parse(request, text, done);
  });
}

/** Registers the parser of URL-encoded forms. */
export function registerFormParser(app: FastifyInstance): void {
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, parseForm(text)),
  );
}

/** Accepts bodies of any type, and reads and discards them. */
export function discardBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _bytes, done) => done(null));
}
