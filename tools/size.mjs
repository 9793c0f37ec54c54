import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

/**
 * Prints the size of the sources by purpose: lines, files and exported names. With a revision
 * (`node tools/size.mjs v0.1.0`), prints that revision beside the working tree.
 */
const root = fileURLToPath(new URL('..', import.meta.url));

/** Purpose → paths below src; the first that matches counts. */
const purposes = {
  'records: operations, bodies, responses, columns, names':
    /^api\/(?:catalogue|bodies|responses|columns|naming)\//,
  watch:
    /^(?:api\/watch\/|commands\/(?:watch|forward|follow-events|cursor-saver)|host\/(?:forwarder|dead-letters|health-server|cursor-file))/,
  'who may do what': /^(?:api\/access\/|commands\/(?:access|audited)|screens\/people\/)/,
  'site as files': /^(?:site\/|commands\/site|host\/site|screens\/site\/)/,
  'journal, undo, batches, bulk changes':
    /^(?:api\/(?:journal\/|undo|pace)|commands\/(?:journal|undo|batch|bulk|resume))/,
  'record machinery and requests': /^api\//,
  'machine access': /^host\//,
  'shell: commands, help, completion': /^commands\//,
  'base and output': /^(?:base|output)\//,
  'UI: views': /^state\/views\//,
  'UI: writes': /^state\/(?:write|overlays\/write)\//,
  'UI: other overlays': /^state\/overlays\//,
  'UI: values to text': /^state\/show\//,
  'UI: state, keys, locations, requests': /^state\//,
  'UI: drawing': /^(?:components|screens\/(?:frame|views|overlays))\//,
  'UI: failed deliveries and webhooks': /^screens\/webhooks\//,
  'UI: other features': /^screens\//,
  sandbox: /^sandbox\//,
  'entry points': /./,
};

const exported =
  /^export (?:declare |async |abstract )*(?:const|let|function\*?|class|interface|type|enum) \w+/gm;

/** @returns {Map<string, {lines: number, files: number, names: number}>} */
function measure(files) {
  const sizes = new Map(
    Object.keys(purposes).map(purpose => [purpose, {lines: 0, files: 0, names: 0}]),
  );
  for (const [path, text] of files) {
    const [purpose] = Object.entries(purposes).find(([, paths]) => paths.test(path));
    const size = sizes.get(purpose);
    size.lines += text.split('\n').length - 1;
    size.files += 1;
    size.names += text.match(exported)?.length ?? 0;
  }
  const all = {lines: 0, files: 0, names: 0};
  for (const size of sizes.values()) for (const unit in all) all[unit] += size[unit];
  return sizes.set('all', all);
}

const git = (...args) =>
  execFileSync('git', ['-C', root, ...args], {encoding: 'utf8', maxBuffer: 1e9});
const isSource = path => /^src\/.*\.tsx?$/.test(path);
const belowSrc = path => path.slice('src/'.length);

function filesNow() {
  return git('ls-files', '--cached', '--others', '--exclude-standard', 'src')
    .split('\n')
    .filter(path => isSource(path) && existsSync(join(root, path)))
    .map(path => [belowSrc(path), readFileSync(join(root, path), 'utf8')]);
}

function filesOf(revision) {
  return git('ls-tree', '-r', '--name-only', revision, 'src')
    .split('\n')
    .filter(isSource)
    .map(path => [belowSrc(path), git('show', `${revision}:${path}`)]);
}

const [revision] = process.argv.slice(2);
const columns = [
  ...(revision === undefined ? [] : [[revision, measure(filesOf(revision))]]),
  ['now', measure(filesNow())],
];
const number = value => value.toLocaleString('en-US').padStart(9);
const width = Math.max(...[...Object.keys(purposes)].map(name => name.length));
for (const [title] of columns) console.log(`${title}: lines, files, exported names`);
for (const purpose of [...Object.keys(purposes), 'all']) {
  const cells = columns.map(([, sizes]) => Object.values(sizes.get(purpose)).map(number).join(''));
  console.log(`${purpose.padEnd(width)}${cells.join('   ')}`);
}
