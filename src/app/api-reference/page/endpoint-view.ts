import { STATUS_BY_CODE } from '../../../core/requests/api-error.ts';
import { type Html, html } from '../../../platform/html.ts';
import type { Route } from '../../../platform/http/route.ts';
import { paragraph } from '../blocks.ts';
import {
  AUTH_DESCRIPTIONS,
  isRequiredHeader,
  limitsText,
  listErrorCodes,
  listRequestHeaders,
} from '../endpoint-descriptions.ts';
import { curlExample } from '../examples.ts';
import { type JsonSchema, plainSchema } from '../json-schema.ts';
import { readRecordedExamples } from '../recorded-examples.ts';
import { blockView, codeView, definitionsView } from './blocks-view.ts';
import { formatJson, toExampleAnchor } from './components-view.ts';
import { fieldsView, objectLink } from './fields-view.ts';
import { describeType, getBodySchema, getOperation, type OpenApiDocument } from './objects.ts';

/** An endpoint: what it does, takes, returns and refuses, and beside it the command and its recorded response. */
export function endpointView(route: Route, document: OpenApiDocument, baseUrl: string): Html {
  const { endpoint } = route;
  const { operationId = '', params, query, multipart, status } = endpoint;
  const { requestBody, responses } = getOperation(document, route);
  const recorded = readRecordedExamples(baseUrl);
  return html`<div class="about">
${blockView(paragraph([`${endpoint.summary}.`, endpoint.description].filter(Boolean).join(' ')))}
${definitionsView(listFacts(route))}
${params ? part('Path', fieldsView(plainSchema(params), true)) : ''}
${query ? part('Query', fieldsView(plainSchema(query), true)) : ''}
${endpoint.body ? part(multipart ? 'Body, JSON or multipart' : 'Body', fieldsView(getBodySchema(document, requestBody), true)) : ''}
${part(`Response ${status}`, responseView(getBodySchema(document, responses[status])))}
<h4>Errors</h4>${errorsView(route, recorded.refusals[operationId] ?? {})}
</div>
<div class="examples">
<h4>Request</h4>${codeView(curlExample(route, baseUrl))}
<h4>Response ${status}</h4>${codeView(formatJson(recorded.responses[operationId]))}
</div>`;
}

function part(title: string, content: Html): Html {
  return html`<h4>${title}</h4>${content}`;
}

function listFacts(route: Route): (readonly [string, string])[] {
  const headers = formatHeaders(route);
  return [
    ['Caller', AUTH_DESCRIPTIONS[route.auth]],
    ['Limit', limitsText(route) || 'none'],
    ...(headers ? [['Headers', headers] as const] : []),
  ];
}

/** The headers that the endpoint reads; the chapter "Headers" describes them. */
function formatHeaders(route: Route): string {
  const headers = Object.entries(listRequestHeaders(route));
  return headers.map(([name, text]) => `\`${name}\`${isRequiredHeader(text) ? ' (required)' : ''}`).join(', ');
}

/** The fields of a whole response in one line. */
function responseView({ properties = {} }: JsonSchema): Html {
  return html`<p>${Object.entries(properties).map(([name, schema], i) => {
    const { text, objects } = describeType(schema);
    return html`${i > 0 ? ', ' : ''}<code>${name}</code> ${text}${objects.map(objectLink)}`;
  })}</p>`;
}

function errorsView(route: Route, refusals: Readonly<Record<string, readonly string[]>>): Html {
  const declared = listErrorCodes(route).map((code) => [STATUS_BY_CODE[code], code] as const);
  const links = declared.map(([status, code]) => {
    const names = (refusals[status] ?? []).filter((name) => name === code || name.startsWith(`${code}.`));
    return (names.length > 0 ? names : [code]).map(
      (name) => html` <a class="refusal" href="#${toExampleAnchor(name)}">${status} ${name}</a>`,
    );
  });
  return html`<p class="refusals">${links}</p>`;
}
