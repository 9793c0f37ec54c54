/**
 * Files of pure rules, each with the tests that specify it directly. Mutants of a file must be
 * caught by these tests alone: a failing test of a whole screen or command would be too indirect.
 */
export const rules = [
  {file: 'src/api/check-shape.ts', tests: ['test/api/check-shape.test.ts']},
  {file: 'src/api/merge.ts', tests: ['test/api/merge.test.ts']},
  {file: 'src/api/naming/match-name.ts', tests: ['test/api/naming/match-name.test.ts']},
  {file: 'src/api/operation-ref.ts', tests: ['test/api/operation-ref.test.ts']},
  {file: 'src/api/undo.ts', tests: ['test/state/write/can-undo.test.ts']},
  {file: 'src/api/catalogue/undos.ts', tests: ['test/state/write/can-undo.test.ts']},
  {file: 'src/api/journal/can-undo.ts', tests: ['test/state/write/can-undo.test.ts']},
  {file: 'src/state/write/risk.ts', tests: ['test/state/write/risk-cases.test.ts']},
  {file: 'src/api/permanence.ts', tests: ['test/state/write/risk-cases.test.ts']},
  {file: 'src/state/views/form/drafts.ts', tests: ['test/state/views/form/draft-cases.test.ts']},
  {
    file: 'src/host/policy.ts',
    tests: ['test/host/policy.test.ts', 'test/host/policy-cases.test.ts'],
  },
  {file: 'src/api/retry-after.ts', tests: ['test/api/retry-after.test.ts']},
  {
    file: 'src/api/watch/cursor-tracker.ts',
    tests: ['test/api/watch/cursor-tracker.test.ts', 'test/api/watch/cursor-tracker-cases.test.ts'],
  },
  {
    file: 'src/api/watch/alerts.ts',
    tests: ['test/api/watch/alerts.test.ts', 'test/api/watch/saved-alerts.test.ts'],
  },
  {file: 'src/api/read-ahead.ts', tests: ['test/api/read-ahead-cases.test.ts']},
  {
    file: 'src/api/naming/resolve-name.ts',
    tests: ['test/api/naming/resolve-name.test.ts', 'test/api/naming/resolve-id.test.ts'],
  },
  {file: 'src/state/views/matrix/matrix.ts', tests: ['test/state/views/matrix/staged.test.ts']},
  {file: 'src/state/views/matrix/staged.ts', tests: ['test/state/views/matrix/staged.test.ts']},
  {file: 'src/state/overlays/palette/rank.ts', tests: ['test/state/overlays/palette-rank.test.ts']},
];

/**
 * Survivors that no test can catch, by a part of their line and of the change, with the reason.
 *
 * @type {{file: string, text: string, change: string, why: string}[]}
 */
export const equivalent = [
  {
    file: 'src/api/check-shape.ts',
    text: 'bytes = maxBytes === undefined ? 0',
    change: 'ConditionalExpression: false',
    why: 'Without a limit the number of bytes is not read.',
  },
  ...[
    'maxLength !== undefined',
    'maxBytes !== undefined',
    'min !== undefined',
    'max !== undefined',
  ].map(text => ({
    file: 'src/api/check-shape.ts',
    text,
    change: 'ConditionalExpression: true',
    why: 'No number is above or below undefined.',
  })),
  ...['const isId =', 'const isWhole ='].map(text => ({
    file: 'src/api/check-shape.ts',
    text,
    change: 'ConditionalExpression: true',
    why: 'Number.isInteger is false for anything that is not a number.',
  })),
  ...['ConditionalExpression: false', 'LogicalOperator', 'Regex'].map(change => ({
    file: 'src/api/check-shape.ts',
    text: "if (typeof value !== 'string' || !/^",
    change,
    why: 'Text that is not a plain day is also refused by the comparison with its ISO form.',
  })),
  {
    file: 'src/api/check-shape.ts',
    text: "typeof value === 'string' &&",
    change: 'ConditionalExpression: true',
    why: 'The expression matches the text of no other value.',
  },
  {
    file: 'src/api/check-shape.ts',
    text: 'unless === undefined ||',
    change: 'ConditionalExpression: false',
    why: 'No member is named undefined, so the next operand is true as well.',
  },
  {
    file: 'src/api/check-shape.ts',
    text: 'rules = []',
    change: 'ArrayDeclaration',
    why: 'A text is not a rule and breaks none.',
  },
  ...['ConditionalExpression: false', 'BlockStatement: {}'].map(change => ({
    file: 'src/api/merge.ts',
    text: 'if (added.length === 0) {',
    change,
    why: 'A shortcut: the general way gives the same text.',
  })),
  {
    file: 'src/api/merge.ts',
    text: 'span.start < list.start',
    change: 'EqualityOperator',
    why: 'No edit begins where the list begins.',
  },
  {
    file: 'src/api/merge.ts',
    text: 'if (body === undefined ||',
    change: 'ConditionalExpression: true',
    why: 'A shortcut: encoding the text gives the same bytes as slicing the body.',
  },
  ...['ConditionalExpression: false', 'LogicalOperator'].map(change => ({
    file: 'src/api/merge.ts',
    text: 'start === undefined || end === undefined',
    change,
    why: 'Both are undefined or neither is.',
  })),
  {
    file: 'src/state/write/risk.ts',
    text: 'splitValues(given.inputs[name] ?? [])',
    change: 'ArrayDeclaration',
    why: 'A call counts as at least one object.',
  },
  {
    file: 'src/state/write/risk.ts',
    text: 'const members = isOne ? []',
    change: 'ArrayDeclaration',
    why: 'A member that is no list counts no object.',
  },
  {
    file: 'src/host/policy.ts',
    text: 'const [mistake] = policy?.mistakes',
    change: 'OptionalChaining',
    why: 'Both callers have a policy.',
  },
  {
    file: 'src/host/policy.ts',
    text: "([, from = '', to = '', one = from])",
    change: 'StringLiteral',
    why: 'Either a range or a single character was matched.',
  },
  ...['LogicalOperator', 'ConditionalExpression: true'].map(change => ({
    file: 'src/host/policy.ts',
    text: 'const isVersion =',
    change,
    why: 'In the paths of the catalogue rest is followed by api and nothing else.',
  })),
  {
    file: 'src/host/policy.ts',
    text: 'segment.toLowerCase() === end[at]?.replace',
    change: 'OptionalChaining',
    why: 'Both paths have the same length.',
  },
  ...["headers['retry-after']", 'headers.date ??'].map(text => ({
    file: 'src/api/retry-after.ts',
    text,
    change: 'StringLiteral',
    why: 'Neither text is a number or a date.',
  })),
  {
    file: 'src/api/read-ahead.ts',
    text: 'inFlight--',
    change: 'UpdateOperator',
    why: 'After a failure no page is fetched any more, so nobody reads the count.',
  },
  ...['ObjectLiteral', 'BooleanLiteral'].map(change => ({
    file: 'src/api/read-ahead.ts',
    text: "signal?.addEventListener('abort', stop",
    change,
    why: 'A signal is aborted once.',
  })),
  {
    file: 'src/api/read-ahead.ts',
    text: 'return taken?.page',
    change: 'OptionalChaining',
    why: 'The condition before it makes sure of a first page.',
  },
  ...['some(({each = ', 'eachOf({each, except = '].map(text => ({
    file: 'src/api/undo.ts',
    text,
    change: 'StringLiteral',
    why: 'A text without placeholders needs nothing, and no value equals the text of the mutant.',
  })),
  {
    file: 'src/api/undo.ts',
    text: 'if (each === undefined) return',
    change: 'StringLiteral',
    why: 'Without `each`, no template reads the value.',
  },
  {
    file: 'src/api/undo.ts',
    text: "const [outer = '', inner]",
    change: 'StringLiteral',
    why: 'Splitting a text gives at least one part.',
  },
  {
    file: 'src/api/undo.ts',
    text: 'const id = names[own.length]',
    change: 'StringLiteral',
    why: 'The path of the deletion has one placeholder more.',
  },
  ...['ConditionalExpression: true', 'EqualityOperator'].map(change => ({
    file: 'src/api/watch/cursor-tracker.ts',
    text: 'if (kept.length < this.#delivered.length)',
    change,
    why: 'A shortcut: without it the same keys are stored again.',
  })),
];
