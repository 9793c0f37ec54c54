import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {startServer, timeInTurn} from './run.mjs';

const bareGet = `require(process.argv[1].split(':')[0]).get(process.argv[1], {rejectUnauthorized: false},
  answer => answer.pipe(process.stdout))`;

/**
 * Measure start-up and one request, as ratios to `node -e 0`, for each of the builds and for other
 * programs with the same task.
 *
 * @param builds column title → command line that runs `jr`
 * @returns rows: title → ratio by column; the first row is `node -e 0` itself, in milliseconds
 */
export async function measureOneShot({builds, folder, rounds}) {
  const http = await startServer();
  const tls = makeCertificate(folder);
  const https = tls && (await startServer(...tls));
  // On Node 20, NODE_EXTRA_CA_CERTS makes every start load the root store, which dominates the
  // rest.
  const bare = {PATH: process.env.PATH, HOME: folder};
  const at = url => ({
    ...bare,
    JR_BASE_URL: url,
    JR_AUTH_TYPE: 'bearer',
    JR_AUTH_TOKEN: 'bench',
    ...(tls && url === https?.url && {NODE_EXTRA_CA_CERTS: tls[1]}),
  });
  const get = ['project', 'get', '--projectIdOrKey', 'P000000'];
  const address = '/rest/api/3/project/P000000';
  const batch = join(folder, 'batch.json');
  const commands = Array.from({length: 200}, () => ({
    command: 'project get',
    args: {projectIdOrKey: 'P000000'},
  }));
  writeFileSync(batch, JSON.stringify(commands));
  const own = [
    {title: 'local: `jr schema --list`', args: ['schema', '--list'], env: bare},
    {title: 'a dry run', args: [...get, '--dry-run'], env: at(http.url)},
    {title: 'a GET', args: get, env: at(http.url)},
    ...(https ? [{title: 'a GET over TLS', args: get, env: at(https.url)}] : []),
    {title: 'a GET with a path, `--jq .key`', args: [...get, '--jq', '.key'], env: at(http.url)},
    {
      title: 'a GET with the jq engine',
      args: [...get, '--jq', '[.key, .name] | join(" ")'],
      env: at(http.url),
    },
    {
      title: 'a batch of 200 GETs',
      args: ['batch', '--input', batch, '--max-batch', '200'],
      env: at(http.url),
    },
  ];
  const others = [
    {
      title: '`node:http` alone, a GET',
      argv: [process.execPath, '-e', bareGet, http.url + address],
    },
    ...(https
      ? [
          {
            title: '`node:https` alone',
            argv: [process.execPath, '-e', bareGet, https.url + address],
          },
        ]
      : []),
    ...(has('curl') && has('jq')
      ? [{title: '`curl | jq .key`', argv: ['sh', '-c', `curl -s ${http.url}${address} | jq .key`]}]
      : []),
  ];
  const floor = {argv: [process.execPath, '-e', '0'], env: bare};
  const cases = [
    floor,
    ...others.map(({argv}) => ({argv, env: bare})),
    ...own.flatMap(({args, env}) =>
      Object.values(builds).map(command => ({argv: [...command, ...args], env})),
    ),
  ];
  try {
    const times = timeInTurn(cases, rounds);
    const [floorMs = 1, ...rest] = times;
    const ratios = rest.map(ms => ms / floorMs);
    const columns = Object.keys(builds);
    return {
      floorMs,
      others: others.map(({title}, i) => ({title, ratio: ratios[i]})),
      own: own.map(({title}, i) => ({
        title,
        ratios: columns.map((_, j) => ratios[others.length + i * columns.length + j]),
      })),
    };
  } finally {
    http.stop();
    https?.stop();
  }
}

function has(program) {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

/** Create a key and a certificate for TLS; undefined without openssl. */
function makeCertificate(folder) {
  const key = join(folder, 'key.pem');
  const cert = join(folder, 'cert.pem');
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  const {status} = spawnSync('openssl', [
    ...request,
    ...['-keyout', key, '-out', cert, '-subj', '/CN=127.0.0.1'],
    ...['-addext', 'subjectAltName=IP:127.0.0.1'],
  ]);
  return status === 0 ? [key, cert] : undefined;
}
