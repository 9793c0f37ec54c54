import {join} from 'node:path';
import {runWatched, startServer} from './run.mjs';

const mb = 1024 * 1024;

/**
 * Measure long listings: 5,000 items at several response delays and levels of concurrency, the
 * growth of time and memory with the number of pages, and the memory for 200 MB.
 */
export async function measureListing({dist, folder}) {
  const server = await startServer();
  const list = (rows, delay, bytes, ...args) =>
    runWatched([process.execPath, join(dist, 'bin/jr.js'), 'project', 'search', ...args], {
      PATH: process.env.PATH,
      HOME: folder,
      JR_BASE_URL: `${server.url}/${rows}/${delay}/${bytes}`,
      JR_AUTH_TYPE: 'bearer',
      JR_AUTH_TOKEN: 'bench',
    });
  try {
    await list(50, 0, 300);
    const delays = [];
    for (const delay of [0, 20, 50]) {
      const one = await list(5000, delay, 300, '--concurrency', '1', '--maxResults', '50');
      const usual = await list(5000, delay, 300, '--maxResults', '50');
      const twelve = await list(5000, delay, 300, '--concurrency', '12', '--maxResults', '50');
      delays.push({delay, seconds: [one, usual, twelve].map(({ms}) => ms / 1000)});
    }
    const growth = [];
    for (const pages of [1, 10, 100, 1000]) {
      const lines = await list(pages * 50, 0, 1000, '--output', 'jsonl', '--maxResults', '50');
      const json = await list(pages * 50, 0, 1000, '--maxResults', '50');
      growth.push({pages, lines, json});
    }
    const lines = await list(20_000, 0, 10_000, '--output', 'jsonl', '--maxResults', '50');
    const json = await list(20_000, 0, 10_000, '--maxResults', '50');
    return {delays, growth, large: {outputMb: json.bytes / mb, lines, json}};
  } finally {
    server.stop();
  }
}
