import { STATUS_BY_CODE } from '../../../core/requests/api-error.ts';
import { type Html, html } from '../../../platform/html.ts';
import type { Route } from '../../../platform/http/route.ts';
import {
  AUTH_DESCRIPTIONS,
  formatLimits,
  isRequiredHeader,
  listErrorCodes,
  listRequestHeaders,
  listSuccessStatuses,
} from '../endpoint-descriptions.ts';
import { formatCurlExample } from '../examples.ts';
import { createParagraph } from '../introduction.ts';
import { type JsonSchema, toPlainSchema } from '../json-schema.ts';
import { readRecordedExamples } from '../recorded-examples.ts';
import { renderBlock, renderCode, renderDefinitions } from './blocks-view.ts';
import { formatJson, renderFields, renderObjectLink, toExampleAnchor } from './components-view.ts';
import { describeType, getBodySchema, getOperation, type OpenApiDocument } from './objects.ts';

/** Renders an endpoint: its description, parameters, response and errors, and next to them an example request and response. */
export function renderEndpoint(route: Route, document: OpenApiDocument, baseUrl: string): Html {
  const { endpoint } = route;
  const { operationId = '', params, query, multipart, status } = endpoint;
  const { requestBody, responses } = getOperation(document, route);
  const recorded = readRecordedExamples(baseUrl);
  return html`<div class="about">
${renderBlock(createParagraph([`${endpoint.summary}.`, endpoint.description].filter(Boolean).join(' ')))}
${renderDefinitions(listDefinitions(route))}
${params ? renderSubsection('Path', renderFields(toPlainSchema(params), { marksOptional: true })) : ''}
${query ? renderSubsection('Query', renderFields(toPlainSchema(query), { marksOptional: true })) : ''}
${endpoint.body ? renderSubsection(multipart ? 'Body, JSON or multipart' : 'Body', renderFields(getBodySchema(document, requestBody), { marksOptional: true })) : ''}
${renderSubsection(`Response ${listSuccessStatuses(route).join(' or ')}`, renderResponse(getBodySchema(document, responses[status])))}
<h4>Errors</h4>${renderErrors(route, recorded.errorNames[operationId] ?? {})}
</div>
<div class="examples">
<h4>Request</h4>${renderCode(formatCurlExample(route, baseUrl))}
<h4>Response ${status}</h4>${renderCode(formatJson(recorded.responses[operationId]))}
</div>`;
}

function renderSubsection(title: string, content: Html): Html {
  return html`<h4>${title}</h4>${content}`;
}

function listDefinitions(route: Route): (readonly [string, string])[] {
  const headers = formatHeaders(route);
  return [
    ['Caller', AUTH_DESCRIPTIONS[route.auth]],
    ['Limit', formatLimits(route) || 'none'],
    ...(headers ? [['Headers', headers] as const] : []),
  ];
}

/** Formats the names of the headers that the endpoint reads. The chapter "Headers" describes them. */
function formatHeaders(route: Route): string {
  const headers = Object.entries(listRequestHeaders(route));
  return headers
    .map(([name, description]) => `\`${name}\`${isRequiredHeader(description) ? ' (required)' : ''}`)
    .join(', ');
}

/** Renders the fields of a whole response in one line. */
function renderResponse({ properties = {} }: JsonSchema): Html {
  return html`<p>${Object.entries(properties).map(([name, schema], i) => {
    const { text, objectNames } = describeType(schema);
    return html`${i > 0 ? ', ' : ''}<code>${name}</code> ${text}${objectNames.map(renderObjectLink)}`;
  })}</p>`;
}

/** `errorNames` are names of recorded error responses by status, such as `CONFLICT.pending_review`. */
function renderErrors(route: Route, errorNames: Readonly<Record<string, readonly string[]>>): Html {
  const statusesAndCodes = listErrorCodes(route).map((code) => [STATUS_BY_CODE[code], code] as const);
  const links = statusesAndCodes.map(([status, code]) => {
    const names = (errorNames[status] ?? []).filter((name) => name === code || name.startsWith(`${code}.`));
    return (names.length > 0 ? names : [code]).map(
      (name) => html` <a class="error-link" href="#${toExampleAnchor(name)}">${status} ${name}</a>`,
    );
  });
  return html`<p class="error-names">${links}</p>`;
}
