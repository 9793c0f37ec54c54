import {afterEach, describe, expect, it} from 'vitest';
import {openPty, type PtySession} from './pty.ts';

const sessions: PtySession[] = [];

function run(script: string, columns = 40, rows = 6): PtySession {
  const session = openPty(process.execPath, ['-e', script], {columns, rows});
  sessions.push(session);
  return session;
}

afterEach(async () => {
  await Promise.all(sessions.splice(0).map(session => session.close()));
});

describe('the driver of the pseudo-terminal', () => {
  it('reads the screen, not the bytes', async () => {
    const session = run(
      `process.stdout.write('one\\u001b[2Ktwo\\r\\nthree');setTimeout(() => {}, 1e8)`,
    );
    await session.see(/three/);
    expect(session.screen().slice(0, 2)).toEqual(['   two', 'three']);
  });

  it('sends keys by name and as text', async () => {
    const session = run(`
      process.stdin.setRawMode(true);
      process.stdin.on('data', data => console.log(JSON.stringify(String(data))));
      console.log('ready');
    `);
    await session.see(/ready/);
    session.press('up');
    await session.see(/"\\u001b\[A"/);
    session.press('ctrl+c');
    await session.see(/"\\u0003"/);
    session.press('q');
    await session.see(/"q"/);
  });

  it('tells the program of a new size', async () => {
    const session = run(`
      process.stdout.on('resize', () => console.log(process.stdout.columns + 'x' + process.stdout.rows));
      console.log('ready'); setInterval(() => {}, 1e8);
    `);
    await session.see(/ready/);
    session.resize(60, 10);
    await session.see(/60x10/);
  });

  it('gives the exit code and the last bytes', async () => {
    const session = run(`process.stdout.write('\\u001b[?25hbye', () => process.exit(3))`);
    const {code, tail} = await session.exit();
    expect({code, tail}).toEqual({code: 3, tail: '\u001b[?25hbye'});
  });

  it('names the signal that ended the program', async () => {
    const session = run(`console.log('ready');setInterval(() => {}, 1e8)`);
    await session.see(/ready/);
    session.kill('SIGTERM');
    expect((await session.exit()).signal).toBe(15);
  });

  it('shows the screen when a wait is over its limit', async () => {
    const session = run(`console.log('only this');setInterval(() => {}, 1e8)`);
    await session.see(/only/);
    await expect(session.see(/something else/, 50)).rejects.toThrow(/only this/);
  });
});
