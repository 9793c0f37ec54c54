import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

/**
 * Counts wording that only this project uses, by pattern and place. `npm run words` prints the
 * counts and lowers test/fixtures/words.json, which test/tools/words.test.ts enforces; counts are
 * never raised. `npm run words -- PLACE PATTERN` lists the matches instead, and
 * `npm run words -- sample COUNT --seed N` draws that many texts of each place, to be read.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const ledgerFile = join(root, 'test/fixtures/words.json');

/**
 * Patterns of unclear phrases: clauses in place of nouns, verbs of speech for data, nothing and
 * nobody as nouns.
 */
const phrases = {
  'what as a noun':
    /(?:^|[.:;,(|] ?|\* |\/\/ |\/\*\* )[Ww]hat (?:is|are|was|were|of|a|an|the|it|they|has|have|goes|comes|stands|can|may|one|there)\b/g,
  'that is none':
    /\b(?:that|what|which) (?:is|are) none\b|\bis no (?:number|text|list|address|flag|name|id|page|JSON)\b/g,
  'verbs of speech for data':
    /\b(?:is|are|was|were|been|be) (?:told|said|asked|spoken|heard|called)\b|\b(?:tells|says) (?:of|itself|so)\b/g,
  'as it is': /\bas (?:it|they) (?:is|are|was|were|stands?|comes?|came)\b/g,
  'what is there': /\b(?:what|who|that) (?:is|are|was) there\b/g,
  'verbs of keeping': /\b(?:is|are|was|were) (?:kept|held|let go)\b|\bgoes (?:with|away)\b/g,
  'nothing as a noun':
    /\b(?:[Nn]othing is|[Nn]obody is|[Nn]obody has|to nobody|[Ss]omebody who|[Oo]ne that is|none of them is)\b/g,
  'inverted order': /\b(?:Of|For|In|To) [a-z ]{3,24} (?:is|are) (?:the|it|they|only)\b/g,
  stands: /\bstands? (?:there|here|in|at|on|for|behind|beside|before|after|over|between)\b/g,
  anew: /\b(?:anew|begins? again|made again|takes? back|taken back|taking back)\b/g,
  'for good': /\bfor good\b/g,
  'it worked': /\bit worked\b|\bno such thing\b|\b[Nn]othing of that\b|\bis due\b(?=[,.;])/g,
  'is to happen': /\b(?:is|are) to (?:be|happen)\b/g,
  'answer of a server': /\b(?:server|service|site)(?:['’]s)? answer(?:s|ed)?\b/g,
  'a stop within a sentence': /\.; /g,
  'for one': /, (?:by [A-Z][a-z+]+ )?for one(?=[.;)])/g,
};

/** Patterns of the layout of comments. */
const layout = {'longer than a line of code': /^.{101,}$/gm};

/** Patterns of exported names: participles as types, clauses as functions, and old vocabulary. */
const names = {
  'participle as a type':
    /^(?:Told|Kept|Asked|Looked|Given|Shown|Sent|Named|Previewed|Received|Found|Heard|Left)(?:[A-Z]|$)/,
  'clause as a function':
    /(?:AreKept|Kept|Follows?|Begins?|Ends?|Again|Grows?|AreMade|IsKept|Stands)$|^(?:nothing|looks|what|who|nobody)(?=[A-Z])/,
  'a place as a name':
    /Here$|^(?:called|named|told|asked|given|typed|chosen|missing)(?:Of|By|At|In|To|As)?$/,
  'layer over a view': /^(?:write|prompt|help|copy|chooser|menu)Layer$/,
  'old vocabulary':
    /^(?:Act|Step|Parts|AppParts|KeptThing|TaskPlace|Trail|Trouble|Look|Care|Workshop|Outside|Performer|Family|ToldFailure|LetGo|PlaceKeeper|PlaceText|WatchPlace|stay|further|whereabouts|hideEcho|checkKeeper|layOver|longestRise|judge|letGo|takeBack|wayBack|doAgain|comesBack|heldBy|thingsFound|remark|Way|Crowd|Spell|movedTop|announced|runAct|withNamed|markAnswered)$|^(?:marks|settle)(?=Text|Rows|Cursor|Cell)|^(?:sift|lift|fold|takeBack|kept|told|held)(?=[A-Z]|$)/,
};

/** Patterns of the names of members of types: verbs of speech and images for data. */
const members = {
  'old vocabulary':
    /^(?:carries|doubt|goOn|heard|learnt|leads|lifted|parted|spoken|strangers?|tells[A-Z]?\w*|told|unfolded|unheard|untold)$/,
};

/** The patterns that are searched for in a place. */
function patternsOf(place) {
  if (place === 'names') return names;
  if (place === 'members') return members;
  return place === 'comments' ? {...phrases, ...layout} : phrases;
}

/** Collect the texts of each place that is searched for phrases. */
function textsByPlace() {
  const sources = filesIn('src', /\.tsx?$/);
  const scripts = ['tools', 'bench'].flatMap(folder => filesIn(folder, /\.[cm]js$/));
  const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'].map(read);
  return {
    comments: [...sources, ...scripts].flatMap(commentsOf),
    strings: sources.flatMap(stringsOf),
    screens: filesIn('test/golden', /\.txt$/).map(({text}) => text),
    // Without the counterexamples in CONTRIBUTING.md.
    docs: [...filesIn('docs', /\.md$|\.1$/), ...pages].map(({text}) =>
      text.replace(/^## How we write$[\s\S]*?(?=^## )/m, ''),
    ),
  };
}

/** @returns {Record<string, Record<string, number>>} place → pattern → number of matches */
export function countWords() {
  const places = Object.entries(textsByPlace()).map(([place, texts]) => [
    place,
    counted(patternsOf(place), pattern => matchesOf(texts, pattern).length),
  ]);
  return {
    names: countNames(),
    members: counted(members, pattern => memberNames().filter(name => pattern.test(name)).length),
    ...Object.fromEntries(places),
  };
}

/** @returns {Record<string, Record<string, number>>} the highest count allowed, as `countWords` */
export function readLedger() {
  return JSON.parse(readFileSync(ledgerFile, 'utf8'));
}

/** List each match with its surroundings, on one line. */
function matchesOf(texts, pattern) {
  return texts.flatMap(text =>
    [...text.matchAll(pattern)].map(({index}) =>
      text.slice(Math.max(0, index - 60), index + 60).replaceAll(/\s+/g, ' '),
    ),
  );
}

function exportedNames() {
  return filesIn('src', /\.tsx?$/).flatMap(({text}) =>
    [
      ...text.matchAll(
        /^export (?:async )?(?:function\*?|const|let|class|interface|type) ([A-Za-z0-9_]+)/gm,
      ),
    ].map(([, name]) => name),
  );
}

function memberNames() {
  return filesIn('src', /\.tsx?$/).flatMap(({text}) =>
    [...text.matchAll(/^\s+readonly ([A-Za-z0-9_]+)\??:/gm)].map(([, name]) => name),
  );
}

function countNames() {
  const exported = exportedNames();
  const twice = exported.filter((name, at) => /^[A-Z]/.test(name) && exported.indexOf(name) !== at);
  return {
    ...counted(names, pattern => exported.filter(name => pattern.test(name)).length),
    'type names that exist twice': new Set(twice).size,
  };
}

function counted(patterns, count) {
  return Object.fromEntries(
    Object.entries(patterns).map(([name, pattern]) => [name, count(pattern)]),
  );
}

function commentsOf({text}) {
  return [...text.matchAll(/\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm)].map(([comment]) => comment);
}

/** Extract the string literals that contain a space: sentences and labels. */
function stringsOf({text}) {
  const code = text.replaceAll(/\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g)]
    .map(([quoted]) => quoted)
    .filter(quoted => quoted.includes(' '));
}

/** Packages, and the copy of the sources that mutation tests make below tools. */
const notOurs = /node_modules|\.temp/;

function filesIn(folder, pattern) {
  return readdirSync(join(root, folder), {recursive: true, withFileTypes: true})
    .filter(entry => entry.isFile() && pattern.test(entry.name))
    .filter(entry => !notOurs.test(entry.parentPath))
    .map(entry => read(relative(root, join(entry.parentPath, entry.name))))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function read(path) {
  return {path, text: readFileSync(join(root, path), 'utf8')};
}

/** Write the ledger with every count that decreased. */
function lowerLedger() {
  const ledger = readLedger();
  for (const [place, counts] of Object.entries(countWords())) {
    for (const [name, count] of Object.entries(counts)) {
      const allowed = ledger[place]?.[name] ?? count;
      console.log(
        [place, name, count, ...(count > allowed ? [`above ${allowed}`] : [])].join('\t'),
      );
      ledger[place] = {...ledger[place], [name]: Math.min(count, allowed)};
    }
  }
  writeFileSync(ledgerFile, `${JSON.stringify(ledger, null, 2)}\n`);
}

/** Print the matches of one pattern in one place; returns the exit code. */
function listMatches(place, name) {
  const nameLists = {names: exportedNames, members: memberNames};
  const texts = nameLists[place]?.() ?? textsByPlace()[place];
  const pattern = patternsOf(place)[name];
  if (texts === undefined || pattern === undefined) {
    const known = {
      place: [...Object.keys(nameLists), ...Object.keys(textsByPlace())],
      pattern: Object.keys(patternsOf(place)),
    };
    const [kind, value] = texts === undefined ? ['place', place] : ['pattern', name ?? ''];
    console.error(`Unknown ${kind} "${value}"; use one of: ${known[kind].join(', ')}.`);
    console.error('Usage: npm run words -- PLACE PATTERN');
    return 2;
  }
  const matches =
    place in nameLists ? texts.filter(text => pattern.test(text)) : matchesOf(texts, pattern);
  for (const match of matches) console.log(match);
  return 0;
}

/**
 * Draw texts at random, the same ones for the same seed.
 *
 * @param count of each place
 * @returns {Record<string, string[]>} place → texts, each on one line
 */
export function sampleTexts(count, seed) {
  const {screens, comments, docs, strings} = textsByPlace();
  const lines = texts => texts.flatMap(text => text.split('\n'));
  const places = {
    names: exportedNames(),
    comments,
    strings,
    screens: lines(screens),
    docs: lines(docs),
  };
  return Object.fromEntries(
    Object.entries(places).map(([place, texts]) => {
      const words = texts
        .map(text => text.replaceAll(/\s+/g, ' ').trim())
        .filter(text => /[a-z]{3}/i.test(text));
      return [place, draw(place === 'screens' ? [...new Set(words)] : words, count, seed)];
    }),
  );
}

/** Draw items in a pseudo-random order, by the generator of Park and Miller. */
function draw(items, count, seed) {
  const rest = [...items];
  let state = (seed % 2147483646) + 1;
  const drawn = [];
  while (drawn.length < count && rest.length > 0) {
    state = (state * 48271) % 2147483647;
    drawn.push(...rest.splice(state % rest.length, 1));
  }
  return drawn;
}

/** Print a sample; returns the exit code. */
function printSample(count, flag, seed) {
  if (flag !== '--seed' || !(Number(count) > 0) || !(Number(seed) >= 0)) {
    console.error('Usage: npm run words -- sample COUNT --seed N');
    return 2;
  }
  for (const [place, texts] of Object.entries(sampleTexts(Number(count), Number(seed)))) {
    for (const text of texts) console.log(`${place}\t${text}`);
  }
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [place, name, ...more] = process.argv.slice(2);
  if (place === undefined) lowerLedger();
  else
    process.exitCode = place === 'sample' ? printSample(name, ...more) : listMatches(place, name);
}
