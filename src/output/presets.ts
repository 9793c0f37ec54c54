import {Failure} from '../base/failure.ts';
import {nearestNames} from '../base/nearest.ts';

/** A preset: fields to request from the server, a jq filter, or both. */
export interface Preset {
  /** Comma-separated. */
  readonly fields?: string;
  readonly jq?: string;
}

/** Presets as stored in a file: name → a jq filter, or an object with fields and jq. */
export type StoredPresets = Readonly<Record<string, string | Preset>>;

interface NamedPreset extends Preset {
  readonly name: string;
  readonly source: PresetSource;
}

type PresetSource = 'builtin' | 'user' | 'profile';

/**
 * The sources of user presets; the profile overrides the file, which overrides the built-in ones.
 */
export interface UserPresets {
  readonly file?: StoredPresets;
  readonly profile?: StoredPresets;
}

/** Four field lists (contract 3.5), including two custom fields. */
const trackerPresets: StoredPresets = {
  agent: {fields: 'key,summary,status,assignee,issuetype,priority'},
  detail: {
    fields:
      'key,summary,status,assignee,issuetype,priority,description,comment,subtasks,issuelinks',
  },
  triage: {fields: 'key,summary,status,priority,created,updated,reporter'},
  board: {
    fields: 'key,summary,status,assignee,customfield_10020,customfield_10028,issuetype',
  },
};

/** Apply a filter to each item of a list; other responses are treated as one item. */
function eachItem(item: string): string {
  return `(if type == "object" and has("results") then .results[] elif type == "array" then .[] else . end) | ${item}`;
}

/** Seven filters for responses of the content service (contract 3.5). */
const contentPresets: StoredPresets = {
  agent: eachItem('{id, title, status, spaceId, version: .version?.number?, _links}'),
  brief: eachItem('{id, title, status}'),
  titles: eachItem('.title'),
  tree: eachItem('{id, title, parentId, childPosition: (.childPosition // .position)}'),
  meta: eachItem('{id, title, status, version, createdAt, authorId, spaceId}'),
  search: eachItem(
    '{content: (.content?.id? // .id), title: (.content?.title? // .title), excerpt, url: (.url // ._links?.webui?)}',
  ),
  diff: eachItem('{id, title, version: .version?.number?, body}'),
};

/**
 * Find a preset by name.
 *
 * @throws Failure 'validation_error' with the nearest names if it does not exist
 */
export function findPreset(program: 'jr' | 'cf', name: string, user: UserPresets): Preset {
  const presets = allPresets(program, user);
  const found = presets.find(preset => preset.name === name);
  if (found !== undefined) return found;
  const names = presets.map(preset => preset.name);
  const near = nearestNames(name, names);
  const message = `--preset: unknown preset "${name}"`;
  throw new Failure('validation_error', message, {
    errors: {preset: message},
    hint: near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Presets: ${names.join(', ')}.`,
    attempts: 0,
  });
}

/**
 * List all presets for printing, sorted by name: `{name, fields, jq, source}` for jr, `{name,
 * expression, source}` for cf (contract 1 and 3.5).
 */
export function listPresets(program: 'jr' | 'cf', user: UserPresets) {
  return allPresets(program, user).map(({name, fields, jq, source}) =>
    program === 'jr' ? {name, fields, jq, source} : {name, expression: jq ?? '', source},
  );
}

function allPresets(program: 'jr' | 'cf', user: UserPresets): readonly NamedPreset[] {
  const builtin = program === 'jr' ? trackerPresets : contentPresets;
  const sources: readonly (readonly [PresetSource, StoredPresets])[] = [
    ['builtin', builtin],
    ['user', user.file ?? {}],
    ['profile', user.profile ?? {}],
  ];
  const byName = new Map<string, NamedPreset>();
  for (const [source, presets] of sources) {
    for (const [name, preset] of Object.entries(presets)) {
      byName.set(name, {...presetOf(preset), name, source});
    }
  }
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

function presetOf(stored: string | Preset): Preset {
  return typeof stored === 'string' ? {jq: stored} : stored;
}
