import type { FastifyReply } from 'fastify';

/** Adds to Vary the name of a request header on which the response depends. */
export function addVary(reply: FastifyReply, name: string): void {
  const currentValue = reply.getHeader('vary');
  reply.header('vary', currentValue === undefined ? name : `${currentValue}, ${name}`);
}
