/** A kind of fault that was found once, and the test that would find any of its kind. */
export interface FaultKind {
  readonly kind: string;
  /** What users met. */
  readonly found: string;
  /** Path of the test below the repository, and its name. */
  readonly heldBy: readonly (readonly [path: string, title: string])[];
}

export const faultKinds: readonly FaultKind[] = [
  {
    kind: 'A decision depends on the name of an input',
    found: 'a permanent deletion was announced as a move to the trash',
    heldBy: [
      [
        'test/architecture.test.ts',
        'shared code asks the record what makes a deletion permanent, never an input by its name',
      ],
    ],
  },
  {
    kind: 'A draft restored in the wrong place',
    found: 'a draft of one project created a version in another',
    heldBy: [
      [
        'test/state/views/form/drafts.test.ts',
        'never shows in another, whatever the operation; its own shows it with the values of the place',
      ],
    ],
  },
  {
    kind: 'Data of another site or account',
    found: 'undo deleted a version of another site behind the same profile name',
    heldBy: [
      [
        'test/tui/switch-profiles.test.ts',
        'what a profile persisted on one site is not found when the profile leads to another',
      ],
    ],
  },
  {
    kind: 'Typed text taken for commands',
    found: 'letters typed into a form closed it and selected rows',
    heldBy: [
      [
        'test/state/views/form/typing.test.ts',
        'no printable key is a command of a form, but for the space of a field of few values',
      ],
    ],
  },
  {
    kind: 'A 2xx response taken for success',
    found: 'a webhook registration failed in its body and was reported as done',
    heldBy: [['test/api/responses.test.ts', 'is named by the record']],
  },
  {
    kind: 'A claim that the service contradicts',
    found: 'previews and reports promised an undo that the service did not perform',
    heldBy: [
      [
        'test/claims/ui-claims.test.ts',
        'what previews, reports and the journal claim is what the sandbox recorded (seed %d)',
      ],
      ['test/claims/undo-claims.test.ts', 'the undo of %s %s does what is claimed of it (seed %d)'],
    ],
  },
  {
    kind: 'A change left out silently',
    found: 'making schemes equal staged 15 of 17 differences',
    heldBy: [
      [
        'test/screens/schemes/compare-elsewhere.test.ts',
        'is named before it is staged, when it is staged, in the preview and in the report',
      ],
    ],
  },
  {
    kind: 'Stale values sent back',
    found: 'an edit form reverted a rename made in between',
    heldBy: [
      ['test/state/write/fresh-reads.test.ts', 'sends the current values of its untouched fields'],
    ],
  },
  {
    kind: 'Empty input taken for content',
    found: 'an empty pipe wiped a post',
    heldBy: [
      [
        'test/commands/empty-values.test.ts',
        'is refused by every operation that takes one, and nothing is sent',
      ],
    ],
  },
  {
    kind: 'A signal lost between two handlers',
    found: 'a batch continued after SIGINT and exited 0',
    heldBy: [
      [
        'test/e2e/batch-signals.test.ts',
        'is never lost, and what was sent is what is reported: %o',
      ],
    ],
  },
  {
    kind: 'A list truncated silently',
    found: '50 of 5,000 users were printed with exit 0',
    heldBy: [
      ['test/api/catalogue.test.ts', 'pages every list that takes the size or the start of a page'],
      ['test/api/whole-lists.test.ts', 'fails the list of %j that answers %j'],
    ],
  },
  {
    kind: 'A missing member taken for a negative',
    found: 'valid grants were called dead because the response had not expanded them',
    heldBy: [
      [
        'test/state/views/matrix/matrix.test.ts',
        'a holder the service did not expand is gone only where a look-up finds nothing',
      ],
    ],
  },
  {
    kind: 'Valid JSON of an unexpected shape',
    found: 'an error page counted as one project; a row without an id ended the program',
    heldBy: [
      ['test/commands/output.test.ts', '%s fails each list, whatever the output'],
      ['test/screens/odd-answers.test.tsx', 'no screen and no key meets a bug'],
    ],
  },
  {
    kind: 'A response that takes many times its size in memory',
    found: '450 MiB of brackets took 6.4 GB',
    heldBy: [
      [
        'test/commands/request.test.ts',
        '%s %s refuses a list of more values than fit its size, by its flag',
      ],
    ],
  },
  {
    kind: 'Server text that steers the terminal',
    found: 'escape sequences in member names reached the terminal',
    heldBy: [
      [
        'test/e2e/terminal-guard.test.ts',
        'no command lets names or values of a server steer the terminal, whatever its output',
      ],
    ],
  },
  {
    kind: 'A policy that fails open',
    found: 'a misspelled or null policy allowed every write',
    heldBy: [
      [
        'test/commands/failures.test.ts',
        'of a policy that may forbid more than it says refuses writes and warns: %o',
      ],
      [
        'test/host/policy.test.ts',
        'denies it by raw however it is spelled, even where raw is allowed: %s',
      ],
    ],
  },
  {
    kind: 'Work dropped while the saved position advances',
    found: '1,871 of 2,000 failures never reached the --exec program',
    heldBy: [
      [
        'test/api/watch/ordered-queue.test.ts',
        'loses none of 2,000 to a slow destination, works on few at a time, and is done in order',
      ],
    ],
  },
  {
    kind: 'A permanent fault retried, or advice that makes it worse',
    found: 'an expired certificate was advised to be trusted; an unknown host was tried four times',
    heldBy: [
      ['test/host/transport-failure.test.ts', 'with %s: another try may help %s, nothing sent %s'],
    ],
  },
  {
    kind: 'A one-time token used twice',
    found: 'parallel or killed processes would have burned a refresh token',
    heldBy: [['test/host/oauth-refresh.test.ts', 'uses no token up that could not be followed']],
  },
  {
    kind: 'A policy left out with its profile',
    found: 'a missing profile or configuration file left no policy, and writes were sent',
    heldBy: [
      [
        'test/commands/failures.test.ts',
        'of a policy that a %s leaves out refuses writes and warns',
      ],
    ],
  },
  {
    kind: 'A raw key where people expect words',
    found: 'forms offered the internal key of a project template',
    heldBy: [
      ['test/api/worded-values.test.ts', 'have words where they are keys'],
      [
        'test/state/views/form/closed-lists.test.ts',
        'a closed list is shown and typed in words in every form, and takes nothing else',
      ],
    ],
  },
  {
    kind: 'A table that drops members',
    found: '-o csv left out columns without a warning',
    heldBy: [
      [
        'test/commands/every-table.test.ts',
        'every member that a read answers with is a column, named in a warning, or can be chosen',
      ],
    ],
  },
  {
    kind: 'A lock of a killed process',
    found: 'a lock that was created but not yet written blocked commands for 15 minutes',
    heldBy: [
      ['test/host/oauth-refresh.test.ts', 'takes over an empty %s of a process that was killed'],
    ],
  },
  {
    kind: 'Output that blocks signals',
    found: 'a watch whose output nobody read ignored SIGTERM',
    heldBy: [['test/e2e/batch-signals.test.ts', 'ends %s: %s']],
  },
  {
    kind: 'A secret recognized only by its form',
    found: 'crash.log contained a shared secret that an error quoted',
    heldBy: [
      ['test/host/known-secrets.test.ts', 'is in no message, log or report: $kind from $source'],
    ],
  },
  {
    kind: 'A closed list that only forms check',
    found: 'the shell sent a misspelled template, holder type or webhook event',
    heldBy: [
      [
        'test/api/worded-values.test.ts',
        'is refused in every body, with the nearest value, but for --unchecked',
      ],
    ],
  },
  {
    kind: 'An object that the read before a write does not find',
    found: 'a draft could not be edited, and the preview of its deletion said that it was gone',
    heldBy: [
      [
        'test/commands/journal.test.ts',
        'edits a draft without publishing it, at version 1, and does not undo a publication',
      ],
      [
        'test/screens/jobs/content.test.ts',
        'a draft is saved, listed, and published with its text',
      ],
    ],
  },
  {
    kind: 'Work lost by closing a screen',
    found: 'esc closed the rows of an import that had been edited',
    heldBy: [
      [
        'test/screens/import/import.test.ts',
        'an edited row is lost only if the key is pressed twice, and not by another import or profile',
      ],
    ],
  },
  {
    kind: 'A missing file taken for an empty one',
    found: 'forward --retry with a mistyped file exited 0',
    heldBy: [
      [
        'test/commands/watch-forward.test.ts',
        'refuses a dead-letter file that does not exist, unless the file of its watch does',
      ],
      [
        'test/commands/journal.test.ts',
        'says that the journal cannot be read in place of having nothing to undo',
      ],
    ],
  },
  {
    kind: 'A value printed that is not a text',
    found: 'home showed webhook [object Object], and a time beyond all dates as NaN-NaN',
    heldBy: [
      ['test/screens/odd-answers.test.tsx', 'no screen and no key meets a bug'],
      [
        'test/base/times.test.ts',
        'times come as epoch milliseconds, as their digits, or as ISO 8601',
      ],
    ],
  },
  {
    kind: 'Work that grows with the length of a text',
    found:
      'a name of millions of characters froze the terminal UI, or made a pattern exceed the stack',
    heldBy: [
      ['test/state/show/huge-texts.test.ts', 'a screen escapes, wraps and shows only the start'],
      [
        'test/state/show/huge-texts.test.ts',
        'all of it is parsed, searched for secrets and written as YAML',
      ],
    ],
  },
  {
    kind: 'An input without end',
    found: 'a body from /dev/zero took all memory',
    heldBy: [['test/e2e/endless-input.test.ts', 'is refused by its size: jr %s']],
  },
];
