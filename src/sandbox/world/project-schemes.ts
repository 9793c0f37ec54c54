import type {Project, ProjectTypeKey} from './projects.ts';

/** A scheme that company-managed projects share; which one follows from their type. */
export interface SharedScheme {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly typeKey: ProjectTypeKey;
}

export interface SecurityScheme {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly defaultLevel?: number;
}

const typeNames = {
  software: 'Software',
  service_desk: 'Service desk',
  business: 'Business',
} as const satisfies Readonly<Record<ProjectTypeKey, string>>;

const schemesFrom = (firstId: number, kind: string): readonly SharedScheme[] =>
  (Object.keys(typeNames) as ProjectTypeKey[]).map((typeKey, index) => ({
    id: firstId + index,
    name: `${typeNames[typeKey]} ${kind}`,
    description: '',
    typeKey,
  }));

export const issueTypeSchemes = schemesFrom(10_120, 'issue type scheme');
export const screenSchemes = schemesFrom(10_140, 'screen scheme');
export const workflowSchemes = schemesFrom(10_160, 'workflow scheme');

/** Issue security schemes; no project has the last one. */
export const securitySchemes: readonly SecurityScheme[] = [
  {
    id: 10_000,
    name: 'Default issue security',
    description: 'Reporters and the team see confidential issues.',
    defaultLevel: 10_010,
  },
  {id: 10_001, name: 'Legal hold', description: ''},
];

/** Return the scheme of a project; team-managed projects have none. */
export function schemeOf<Scheme extends SharedScheme>(
  schemes: readonly Scheme[],
  project: Project,
): Scheme | undefined {
  return project.style === 'next-gen'
    ? undefined
    : schemes.find(({typeKey}) => typeKey === project.typeKey);
}
