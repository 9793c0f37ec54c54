export interface CodeSample {
  readonly language: string;
  readonly title: string;
  readonly code: string;
}

/** Code samples; one of them carries the end mark of CDATA. */
export const codeSamples: readonly CodeSample[] = [
  {
    language: 'yaml',
    title: 'limits.yaml',
    code: `limits:
  requests_per_minute: 120
  burst: 30
  # 0 switches the limit off
  uploads_per_hour: 0
retry:
  attempts: 3
  first_wait: 500ms`,
  },
  {
    language: 'javascript',
    title: 'pages.js',
    code: `export async function* readPages(first, fetchPage) {
  let cursor = first;
  while (cursor !== undefined) {
    const page = await fetchPage(cursor);
    yield* page.results;
    cursor = page.next && page.results.length > 0 ? page.next : undefined;
  }
}`,
  },
  {
    language: 'sql',
    title: 'Records without an owner',
    code: `SELECT space_id, count(*) AS orphans
  FROM records
 WHERE owner_id IS NULL AND created_at < now() - interval '30 days'
 GROUP BY space_id
HAVING count(*) > 0
 ORDER BY orphans DESC;`,
  },
  {
    language: 'bash',
    title: 'Try it',
    code: `set -eu
for name in alpha beta gamma; do
  ./check --space "$name" --since 7d | tee "out/$name.log" && echo "ok: $name"
done`,
  },
  {
    language: 'json',
    title: 'Answer',
    code: `{
  "id": "9007199254740993",
  "state": "queued",
  "progress": 0.5,
  "errors": []
}`,
  },
  {
    language: 'xml',
    title: 'A file that ends a section',
    code: `<note priority="1 < 2">
  <![CDATA[ kept as it is: a && b ]]>
</note>`,
  },
  {
    language: 'python',
    title: 'percentile.py',
    code: `def percentile(values, p):
    ordered = sorted(values)
    index = max(0, round(p / 100 * len(ordered)) - 1)
    return ordered[index]


print(f"p95 = {percentile([12, 18, 24, 31, 90], 95)} ms")`,
  },
];
