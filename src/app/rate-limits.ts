import type { RateLimit } from '../platform/request-counter/request-counter.ts';

/** The rate limits per client: those of the specification ("Limits"), and others that it does not name (gaps 19 and 112). */
export const RATE_LIMIT_BY_GROUP = {
  'app-auth': { requests: 10, seconds: 60 }, // POST /app/auth/*
  'panel-auth': { requests: 10, seconds: 60 }, // POST /api/auth/*; forms for login, logout, fresh codes and linking codes, and those of the public pages for deleting an account and accepting an invitation
  'app-read': { requests: 100, seconds: 60 }, // GET /app/*
  'app-write': { requests: 30, seconds: 60 }, // POST /app/*
  'app-change': { requests: 100, seconds: 60 }, // PATCH and DELETE /app/*; not in the specification
  upload: { requests: 5, seconds: 60 }, // multipart bodies of /app/*, which do not count in the other groups of their route
  'panel-write': { requests: 100, seconds: 60 }, // all other forms of the panel; not in the specification (gap 112)
  export: { requests: 5, seconds: 60 }, // downloads of everything stored about a profile; not in the specification (gap 112)
  'verify-code': { requests: 5, seconds: 60 }, // attempts at a manager code
} as const satisfies Record<string, RateLimit>;

export type RateLimitGroup = keyof typeof RATE_LIMIT_BY_GROUP;
