import { Type } from 'typebox';
import { Unavailable } from '../core/refusal.ts';
import { assertMigrated } from '../platform/database/index.ts';
import { endpoint, file } from '../platform/http/endpoint.ts';

export const health = endpoint({
  summary: 'Is the process alive?',
  data: Type.Object({ status: Type.Literal('ok') }),
  run: async () => ({ status: 'ok' as const }),
});

export const readiness = endpoint({
  summary: 'Can it serve: does the database answer, have all migrations run?',
  data: Type.Object({ status: Type.Literal('ready') }),
  run: async (ctx) => {
    try {
      await ctx.database.ping();
      await assertMigrated(ctx.database);
    } catch (error) {
      throw new Unavailable('The database is not ready.', 2, error); // whatever is wrong with it: no traffic yet
    }
    return { status: 'ready' as const };
  },
});

export const metrics = file({
  summary: 'Measurements for Prometheus',
  description: 'With `METRICS_TOKEN` as bearer; without one set, for a client on loopback.',
  mediaType: 'text/plain',
  run: async (ctx) => ({ type: ctx.metrics.registry.contentType, body: await ctx.metrics.registry.metrics() }),
});
