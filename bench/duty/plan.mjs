/**
 * The failures and troubles of a duty, and the alerts that its rules must raise: a reference
 * that
 * knows the plan and nothing of the watch. Times are milliseconds from the start.
 *
 * Every round has its own trouble, an address that fails for a while, and a storm. Pauses are
 * longer
 * than the spans of the rules, so that every alert has time to end.
 */
export const silentMs = 6000;
const stormSpanMs = 5000;
export const roundMs = 20_000;
const activeMs = 9000;

export const troubles = [
  'none',
  'burst',
  '429',
  '503',
  'dropped',
  'html',
  '401',
  'late',
  'clock ahead',
  'clock behind',
  'restart',
  'kills 0.5 s',
  'kills 1 s',
  'kills 2 s',
  'kills at random',
];

/** Plan the rounds so that they add up to a number of failures. */
export function planDuty(rounds, failures, names = troubles) {
  const perRound = Math.floor(failures / rounds);
  // A fifth fails evenly, the rest in a storm of 1.5 s.
  const even = Math.floor(perRound / 5);
  const storm = perRound - even;
  const limit = Math.ceil(storm / 3);
  return {
    rounds: Array.from({length: rounds}, (_, at) => ({
      at,
      trouble: names[at % names.length],
      beganMs: at * roundMs,
      even,
      storm,
      address: `hooks.example.net/round/${at % 5}`,
    })),
    steady: ['ci.example.net/intake', 'chat.example.org/in', 'duty.example.net/program'],
    activeMs,
    stormMs: [1000, 2500],
    rules: ['new', `silent/${silentMs / 1000}s`, `${limit}/${stormSpanMs / 1000}s`, 'dead'],
  };
}

/**
 * The alerts and their ends that a plan must lead to, each as `type rule
 * address`, with a count.
 */
export function alertsOf({rounds, steady, rules}) {
  const [, silent, storm] = rules;
  const wanted = new Map();
  const want = (text, times = 1) => wanted.set(text, (wanted.get(text) ?? 0) + times);
  for (const address of steady) {
    want(`alert new ${address}`);
    want(`resolved new ${address}`);
    want(`alert ${silent} ${address}`);
  }
  const failed = new Set();
  for (const {address, trouble} of rounds) {
    want(`alert new ${address}`);
    want(`resolved new ${address}`);
    want(`alert ${silent} ${address}`);
    if (failed.has(address)) want(`resolved ${silent} ${address}`);
    failed.add(address);
    want(`alert ${storm}`);
    want(`resolved ${storm}`);
    if (trouble === '401') {
      want('alert dead');
      want('resolved dead');
    }
  }
  return wanted;
}
