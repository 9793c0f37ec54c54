import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {bundledPackages} from './licenses.mjs';

/** Libraries inside packages whose archive does not name them: package → names. */
const inside = {'jq-wasm': ['jq', 'Oniguruma', 'decNumber', 'dtoa']};

/**
 * List what the bundles contain as a bill of materials in CycloneDX JSON, without a time or a
 * serial number, so that the same sources give the same file.
 *
 * @param runtime name and version of the runtime in the executables, if there are any
 */
export async function makeSbom(root, runtime) {
  const read = async name => JSON.parse(await readFile(join(root, name), 'utf8'));
  const {name, version, license, description} = await read('package.json');
  const packages = await bundledPackages(root, await read('dist/meta.json'));
  const component = one => ({
    type: 'library',
    'bom-ref': `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`,
    name: one.name,
    version: one.version,
    licenses: [{expression: one.license}],
    purl: `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`,
    ...(inside[one.name] && {
      components: inside[one.name].map(part => ({type: 'library', name: part})),
    }),
  });
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `pkg:npm/${name}@${version}`,
        name,
        version,
        description,
        licenses: [{expression: license}],
        purl: `pkg:npm/${name}@${version}`,
      },
    },
    components: [
      ...packages.map(component),
      ...(runtime ? [{type: 'platform', name: runtime.name, version: runtime.version}] : []),
    ],
  };
}
