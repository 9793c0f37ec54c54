import {items} from './table.ts';
/** Invented names of the products the spaces write about. */
export const products: readonly string[] = items(`
  Harbour, Marigold, Foxglove, Tidepool, Quarry, Sandbar, Driftwood, Lantern, Bramble,
  Cobblestone, Saltmarsh, Turnstile, Thistle, Orchard, Millrace, Gatehouse, Windrow, Hollow Oak,
  Copperleaf, Ferry
`);

export const components: readonly string[] = items(`
  search index, import wizard, audit trail, billing export, sign-in page, message queue,
  rate limiter, notification digest, mobile client, report builder, permission cache,
  thumbnail service, session store, nightly job, feature switches, webhook sender,
  attachment store, address book, calendar sync, status page
`);

export const teams: readonly string[] = items(`
  Platform, Release, Support, Design, Data, Security, Mobile, Billing, Documentation,
  Integrations, Field Engineering, Accessibility
`);

export const symptoms: readonly string[] = items(`
  slow page loads, duplicate notifications, missing search results, failed imports,
  late webhook deliveries, expired certificates, a stuck upgrade, wrong invoice totals,
  sign-in loops, lost draft texts, a full disk, time zone mix-ups
`);

export const chores: readonly string[] = items(`
  rotate service credentials, restore a space from backup, add a new office location,
  read the weekly capacity report, write a useful incident review, archive old projects,
  prepare a release candidate, ask for a security review, label posts so they are found,
  move a whiteboard to another folder, test a webhook by hand, retire a feature switch
`);

export const decisions: readonly string[] = items(`
  one changelog for all clients, read-only Fridays before a release, shorter retention,
  storing times in UTC, a single table for audit records, no more shared accounts,
  weekly instead of daily builds, cursor pages everywhere, plain words in error messages
`);

export const milestones: readonly string[] = items(`
  the spring clean-up, the data centre move, the first public beta, the holiday freeze,
  the new permission model, a month of on-call, the accessibility audit, the search rewrite,
  the pilot with forty customers, the tenth release train
`);

/** Whole sentences; `{slot}` is filled in. */
export const sentences: readonly string[] = [
  'The {component} of {product} now answers in {ms} ms at the 95th percentile, down from {ms2} ms.',
  'We moved the {component} behind a switch so that each team can turn it on when it is ready.',
  'About {pct} % of requests never reach the database any more.',
  'Nothing changes for people who only read; editors see one button less.',
  'The {team} team ran the migration on {day} and found {n} records that had to be fixed by hand.',
  'If you still rely on the old behaviour, tell the {team} team before the end of the month.',
  'Most of the time went into the {component}, which had not been touched since it was written.',
  'The numbers come from {n} sites over two weeks and leave out our own.',
  'We kept the old endpoint; it answers with a header that says when it goes away.',
  'Two people looked at every change, one of them from outside the {team} team.',
  'Rolling back takes about {n} minutes and loses nothing that was saved before.',
  'The {component} retried too eagerly and filled its own queue.',
  'Support answered {n} questions about this last week, mostly about the {component}.',
  'What surprised us: the slowest part was not the {component} but the log line after it.',
  'Please read the table before you ask; it answers most of what we were asked on {day}.',
  'We will measure again on {day} and write down what changed.',
  'Old links keep working, new ones are shorter.',
  'The error message now names the field that is wrong and the values it takes.',
  'A customer with {n}0,000 pages helped us to find the last slow query.',
  'This is the third time the {component} woke someone up, so it gets a proper fix.',
  'The {team} team owns the follow-up and reports back here.',
  'Both regions were affected, the second one {n} minutes later than the first.',
  'Until then the limit stays at {n} per minute and per account.',
  'The plan is boring on purpose: small steps, each one reversible.',
  'Drafts are saved every {n} seconds, also when the connection drops.',
  'In the pilot, {pct} % of people never opened the settings at all.',
  'Nobody lost data, but {n} reports had to be sent again.',
  'We wrote the test first and watched it fail, which is how we know that it tests something.',
];

/** Short fragments people leave inline comments on. */
export const openPoints: readonly string[] = items(`
  the retention period, who signs off the rollout, the wording of the banner,
  the limit per account, the date of the second stage, how we tell customers,
  the fallback for old clients, the name of the new role, the cost estimate
`);

export const headings: readonly string[] = items(`
  What changed, Why now, What we saw, What it means for you, How to try it, Known limits, Numbers,
  Open questions, Next steps, Timeline, Background
`);

export const remarks: readonly string[] = [
  'Thanks for writing this up.',
  'Could you add the numbers for the second region as well?',
  'We saw the same with the {component}; happy to compare notes.',
  'Small correction: the switch was turned on on {day}, not the day before.',
  'Does this also apply to archived spaces?',
  'The link in the second section needs permission, can you open it up?',
  'Tried it this morning on {product}, works as described.',
  'I would put the limits first, that is what people look for.',
  'Please keep the old screenshots, support still needs them.',
  'Agreed. Let us decide on {day}.',
];

export const versionMessages: readonly string[] = [
  ...['', '', '', 'Fixed typos', 'Added the numbers', 'Answered review comments'],
  ...['New screenshots', 'Shortened the introduction', 'Corrected the time line'],
];

export const labelNames: readonly string[] = items(`
  release-notes, incident, how-to, onboarding, decision, retrospective, planning, security,
  performance, accessibility, migration, deprecated, customer-feedback, on-call, roadmap, testing,
  integrations, billing, mobile, needs-review, リリース, übersicht, בדיקה
`);

export const days: readonly string[] = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
