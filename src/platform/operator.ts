import type { IncomingHttpHeaders } from 'node:http';
import type { Operator } from '../core/requests/caller.ts';
import { createNotFoundError } from './api-errors.ts';
import { isEqualInConstantTime } from './secrets/secrets.ts';
import { isLoopback, type Settings } from './settings.ts';

/**
 * Identifies the operator: for the operator's page by OPERATOR_TOKEN as the password of HTTP Basic authentication, and for the metrics
 * by METRICS_TOKEN as a bearer token, or without one by the address. Throws NOT_FOUND for the page if there is no OPERATOR_TOKEN.
 */
export function authenticateOperator(
  settings: Settings,
  policy: 'metrics' | 'operator',
  { headers, address }: { readonly headers: IncomingHttpHeaders; readonly address: string },
): Operator | undefined {
  const [, scheme = '', credentials = ''] = /^(Basic|Bearer) +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (policy === 'operator') {
    if (settings.operatorToken === null) throw createNotFoundError();
    if (scheme.toLowerCase() !== 'basic') return undefined;
    const [, name = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(credentials, 'base64').toString()) ?? [];
    if (!isEqualInConstantTime(password, settings.operatorToken)) return undefined;
    return { role: 'operator', name: name.slice(0, 100) || 'unnamed' };
  }
  const isAllowed =
    settings.metricsToken === null
      ? isLoopback(address) && !isForwarded(settings, headers)
      : scheme.toLowerCase() === 'bearer' && isEqualInConstantTime(credentials, settings.metricsToken);
  return isAllowed ? { role: 'operator', name: 'metrics' } : undefined;
}

/**
 * Whether a proxy that TRUST_PROXY does not name has forwarded the request. Behind such a proxy, every client seems to be on
 * loopback.
 */
function isForwarded({ trustProxy }: Settings, headers: IncomingHttpHeaders): boolean {
  return trustProxy.length === 0 && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined;
}
