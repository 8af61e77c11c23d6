import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../ground/errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** No other type is read. An empty body is an absent one: whether that will do is for the route's schema to say. */
export function readJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (!isPlainUtf8(request))
      return done(new ApiError('UNSUPPORTED_MEDIA_TYPE', 'send the body as plain UTF-8, not compressed'));
    if (body.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = utf8.decode(body as Buffer);
    } catch {
      // Guessing at broken bytes would store another name than the one that was meant.
      return done(new ApiError('VALIDATION_ERROR', 'the body is not valid UTF-8'));
    }
    parseJson(request, text, (error, value) => done(error && explain(text), value));
  });
}

function isPlainUtf8({ headers }: FastifyRequest): boolean {
  const encoding = headers['content-encoding'];
  const charset = /;\s*charset="?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1];
  return (encoding === undefined || encoding === 'identity') && (charset === undefined || /^utf-?8$/i.test(charset));
}

/** The parser refuses two things: what is not JSON, and keys that could poison an object's prototype. */
function explain(text: string): ApiError {
  try {
    JSON.parse(text);
  } catch {
    return new ApiError('VALIDATION_ERROR', 'the body is not valid JSON');
  }
  return new ApiError('VALIDATION_ERROR', 'the body has a key that is not allowed: __proto__ or constructor.prototype');
}
