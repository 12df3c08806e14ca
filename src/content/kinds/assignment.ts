import { Type } from 'typebox';
import type { ReportAt } from '../files/validation-errors.ts';
import { checkReference } from './choice.ts';
import { isId, isObject, MAX_OPTIONS } from './kind.ts';

/** What the kinds of items share whose response assigns an id to each id. */

export type Assignment = Readonly<Record<string, string>>;

export const Assignment = Type.Unsafe<Assignment>({
  type: 'object',
  additionalProperties: { type: 'string' },
  minProperties: 1,
});

/**
 * Defines the schema of a response. `Type.Record` would use `patternProperties`, for which generated clients have no type.
 */
export function defineAssignmentResponse(
  idDescription: string,
  options: { title: string; description: string; examples: Assignment[] },
) {
  return Type.Unsafe<Assignment>({
    type: 'object',
    additionalProperties: { type: 'string', description: idDescription },
    ...options,
  });
}

type Choices = readonly { readonly id: string }[];

/** Checks that the assignment under the key `name` maps each of `sources` to one of `targets`. */
export function checkAssignment(
  name: string,
  assignment: Assignment,
  [sources, targets]: readonly [sources: Choices, targets: Choices],
  reportAt: ReportAt,
): void {
  for (const [id, target] of Object.entries(assignment)) {
    checkReference(sources, id, [name, id], reportAt);
    checkReference(targets, target, [name, id], reportAt);
  }
  for (const { id } of sources) if (!Object.hasOwn(assignment, id)) reportAt([name], `"${id}" has no answer.`);
}

export function parseAssignment(response: unknown): Assignment | undefined {
  const isValid =
    isObject(response) && Object.keys(response).length <= MAX_OPTIONS && Object.entries(response).flat().every(isId);
  return isValid ? (response as Assignment) : undefined;
}

export function gradeAssignment(correct: Assignment, response: Assignment): number {
  const pairs = Object.entries(correct);
  return pairs.filter(([id, target]) => response[id] === target).length / pairs.length;
}

export function formatAssignment(
  response: Assignment,
  formatSource: (id: string) => string,
  formatTarget: (id: string) => string,
): string {
  const pairs = Object.entries(response).map(([id, target]) => `${formatSource(id)} → ${formatTarget(target)}`);
  return pairs.join('; ');
}
