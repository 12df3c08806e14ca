import { Type } from 'typebox';
import { defineFileEndpoint, defineJsonEndpoint } from '../platform/http/endpoint.ts';
import { VERSION } from './version.ts';

export const getHealth = defineJsonEndpoint({
  operationId: 'getHealth',
  summary: 'Whether the process is running',
  data: Type.Object({ status: Type.Literal('ok') }, { title: 'Health' }),
  run: async () => ({ status: 'ok' as const }),
});

export const getReadiness = defineJsonEndpoint({
  operationId: 'getReadiness',
  summary: 'Whether the service is ready: the database is readable and writable and has the expected schema',
  data: Type.Object(
    {
      status: Type.Literal('ready'),
      // gap 224
      version: Type.String({ description: 'The release of the service and, if it was packed, its commit.' }),
    },
    { title: 'Readiness' },
  ),
  run: async (ctx) => {
    await ctx.checkReadiness();
    return { status: 'ready' as const, version: VERSION };
  },
});

export const getMetrics = defineFileEndpoint({
  summary: 'Metrics for Prometheus',
  description:
    'Needs `METRICS_TOKEN` as the bearer token. If `METRICS_TOKEN` is not set, only clients on loopback have access.',
  mediaType: 'text/plain',
  run: async (ctx) => ({ type: ctx.metrics.registry.contentType, body: await ctx.metrics.collect() }),
});
