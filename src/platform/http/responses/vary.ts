import type { FastifyReply } from 'fastify';

/** Adds a request header on which the response depends. */
export function addVary(reply: FastifyReply, name: string): void {
  const present = reply.getHeader('vary');
  reply.header('vary', present === undefined ? name : `${present}, ${name}`);
}
