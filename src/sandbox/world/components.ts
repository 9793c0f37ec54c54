import type {Draw} from './random.ts';

export interface Component {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly leadId?: string;
  readonly assigneeType: 'PROJECT_DEFAULT' | 'COMPONENT_LEAD' | 'PROJECT_LEAD' | 'UNASSIGNED';
  readonly issueCount: number;
  /** Kept in the catalogue of components and only connected to the project (services T2.4). */
  readonly fromCatalog: boolean;
}

/** Components of one project: none to seven. */
export function makeComponents(
  draw: Draw,
  names: readonly string[],
  people: readonly string[],
  projectIndex: number,
  issueCount: number,
): readonly Component[] {
  const chosen = draw.some(names, draw.int(0, 7));
  return chosen.map((name, index) => {
    const hasLead = draw.chance(60);
    return {
      id: String(10_000 + projectIndex * 10 + index),
      name,
      description: draw.chance(50) ? `What belongs to ${name.toLowerCase()}.` : '',
      ...(hasLead ? {leadId: draw.pick(people)} : {}),
      assigneeType: draw.pick([
        'PROJECT_DEFAULT',
        ...(hasLead ? (['COMPONENT_LEAD'] as const) : []),
        'PROJECT_LEAD',
        'UNASSIGNED',
      ] as const),
      issueCount: draw.int(0, Math.floor(issueCount / 4)),
      fromCatalog: draw.chance(15),
    };
  });
}
