import {expect, it} from 'vitest';
import {serverForEach} from '../support/recording-server.ts';
import {runCli} from '../support/run-cli.ts';

const server = serverForEach(() => ({}));

/** Everything a script sees of a line, with the address of the server named. */
async function bytesOf(line: string) {
  const {stdout, stderr, exit} = await runCli('jr', line.split(' '), {
    env: {JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 'a-secret'},
  });
  const told = stderr
    .replaceAll(server.origin, 'SITE')
    .replace(/"duration_ms":\d+/g, '"duration_ms":0');
  return [stdout.replaceAll(server.origin, 'SITE'), told, exit];
}

const odd = '{ "n":12345678901234567890,"a":[1.0,\t"\\u00e9"],\n"b":true }';
const refusal = '{"errorMessages":["No project."],"errors":{}}';
const headers = {'x-arequestid': 'req-1', 'set-cookie': 'a=b'};

/** What scripts have been given from the first: not one byte of it may change. */
it.each([
  ['version get --id 1', 200, odd, `${odd}\n`, '', 0],
  ['version get --id 1 --jq .a', 200, odd, '[1.0,"\\u00e9"]\n', '', 0],
  ['version get --id 1 --pretty --jq .a', 200, odd, '[\n  1.0,\n  "\\u00e9"\n]\n', '', 0],
  ['version get --id 1 --jq .a[] -r', 200, odd, '1.0\né\n', '', 0],
  ['raw GET /x', 200, 'plain', 'plain\n', '', 0],
  [
    'project get --projectIdOrKey HPAY',
    404,
    refusal,
    '',
    '{"error_type":"not_found","status":404,"message":"No project.","hint":"Check the id. The server also answers 404 for things you may not see.","request":{"method":"GET","path":"/rest/api/3/project/HPAY"},"attempts":1,"body":{"errorMessages":["No project."],"errors":{}}}\n',
    3,
  ],
  [
    'version get',
    200,
    odd,
    '',
    '{"error_type":"validation_error","message":"--id is required","errors":{"id":"--id is required"},"hint":"jr version get --help lists the flags.","attempts":0}\n',
    4,
  ],
  [
    'version get --id 1 --verbose',
    200,
    '{}',
    '{}\n',
    '{"method":"GET","url":"SITE/rest/api/3/version/1","status":200,"duration_ms":0,"attempt":1,"bytes":2,"cached":false}\n',
    0,
  ],
  [
    'version get --id 1 --dry-run',
    200,
    '{}',
    '{"method":"GET","url":"SITE/rest/api/3/version/1","headers":{"Authorization":"***","Accept":"application/json","User-Agent":"steward"}}\n',
    '',
    0,
  ],
  [
    'versoin get',
    200,
    '{}',
    '',
    '{"error_type":"command_error","message":"jr has no command \\"versoin\\".","hint":"Did you mean version?","attempts":0}\n',
    1,
  ],
])('%s gives a script the same bytes as ever', async (line, status, body, ...bytes) => {
  server.answer = () => ({status, body, headers});
  expect(await bytesOf(line)).toEqual(bytes);
});
