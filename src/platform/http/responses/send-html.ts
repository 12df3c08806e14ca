import type { FastifyReply } from 'fastify';

/** Sends HTML. Vary states that the response depends on Accept and on whether htmx sent the request. */
export function sendHtml(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('vary', 'Accept, HX-Request').send(text);
}
