import {spawn} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';

const tools = readdirSync('tools').filter(name => name.endsWith('.mjs'));

test('a tool ends without an error message once its reader has closed the pipe', async () => {
  const script = `
    import './tools/closed-pipe.mjs';
    setInterval(() => process.stdout.write('a line\\n'), 1);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', text => {
    stderr += text;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const code = await new Promise(resolve => child.on('close', resolve));
  expect([code, stderr]).toEqual([141, '']);
});

test('every tool that prints to standard output handles a closed pipe', () => {
  const silent = tools.filter(name => {
    const text = readFileSync(`tools/${name}`, 'utf8');
    const prints = /process\.stdout\.write|console\.log/.test(text);
    return prints && !text.includes("'./closed-pipe.mjs'");
  });
  expect(silent).toEqual([]);
});
