import type { FastifyReply } from 'fastify';

/** Adds the name of a request header to Vary, because the response depends on that header. */
export function addVary(reply: FastifyReply, name: string): void {
  const currentValue = reply.getHeader('vary');
  reply.header('vary', currentValue === undefined ? name : `${currentValue}, ${name}`);
}
