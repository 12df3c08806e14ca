import { Type } from 'typebox';
import { endpoint, file } from '../platform/http/endpoint.ts';

export const health = endpoint({
  summary: 'Is the process alive?',
  data: Type.Object({ status: Type.Literal('ok') }),
  run: async () => ({ status: 'ok' as const }),
});

export const readiness = endpoint({
  summary: 'Can it serve: does the database read and write, does its schema fit?',
  data: Type.Object({ status: Type.Literal('ready') }),
  run: async (ctx) => {
    await ctx.readiness();
    return { status: 'ready' as const };
  },
});

export const metrics = file({
  summary: 'Measurements for Prometheus',
  description: 'With `METRICS_TOKEN` as bearer; without one set, for a client on loopback.',
  mediaType: 'text/plain',
  run: async (ctx) => ({ type: ctx.metrics.registry.contentType, body: await ctx.metrics.registry.metrics() }),
});
