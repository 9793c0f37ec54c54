/** Escape text for element contents and attributes. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Write text as CDATA; `]]>` is split over two sections. */
export function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** Write a macro with parameters and an optional rich text body. */
export function macro(
  name: string,
  parameters: Readonly<Record<string, string>>,
  richBody?: string,
): string {
  const body = richBody === undefined ? '' : `<ac:rich-text-body>${richBody}</ac:rich-text-body>`;
  return `${openMacro(name, parameters)}${body}</ac:structured-macro>`;
}

/** Write a macro with a plain text body in CDATA, such as code. */
export function plainMacro(
  name: string,
  parameters: Readonly<Record<string, string>>,
  text: string,
): string {
  const body = `<ac:plain-text-body>${cdata(text)}</ac:plain-text-body>`;
  return `${openMacro(name, parameters)}${body}</ac:structured-macro>`;
}

function openMacro(name: string, parameters: Readonly<Record<string, string>>): string {
  const parameterTexts = Object.entries(parameters).map(
    ([key, value]) => `<ac:parameter ac:name="${key}">${escapeXml(value)}</ac:parameter>`,
  );
  return `<ac:structured-macro ac:name="${name}" ac:schema-version="1">${parameterTexts.join('')}`;
}

/** Write a table with a header row; cells are markup. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], name: string) =>
    `<tr>${cells.map(cell => `<${name}><p>${cell}</p></${name}>`).join('')}</tr>`;
  const body = rows.map(cells => row(cells, 'td')).join('');
  return `<table data-layout="default"><tbody>${row(header, 'th')}${body}</tbody></table>`;
}

export function list(name: 'ul' | 'ol', items: readonly string[]): string {
  return `<${name}>${items.map(item => `<li><p>${item}</p></li>`).join('')}</${name}>`;
}

/** Write a list of tasks; `done` ones are ticked. */
export function tasks(
  items: readonly {readonly uuid: string; readonly done: boolean; readonly body: string}[],
): string {
  const taskTexts = items.map(
    ({uuid, done, body}, index) =>
      `<ac:task><ac:task-id>${index + 1}</ac:task-id><ac:task-uuid>${uuid}</ac:task-uuid>` +
      `<ac:task-status>${done ? 'complete' : 'incomplete'}</ac:task-status>` +
      `<ac:task-body><span class="placeholder-inline-tasks">${body}</span></ac:task-body></ac:task>`,
  );
  return `<ac:task-list>${taskTexts.join('')}</ac:task-list>`;
}

export function mention(accountId: string): string {
  return `<ac:link><ri:user ri:account-id="${escapeXml(accountId)}" /></ac:link>`;
}

/** Write a link to a page of a space, with its own text. */
export function pageLink(spaceKey: string, title: string, text: string): string {
  return (
    `<ac:link><ri:page ri:space-key="${escapeXml(spaceKey)}" ri:content-title="${escapeXml(title)}" />` +
    `<ac:plain-text-link-body>${cdata(text)}</ac:plain-text-link-body></ac:link>`
  );
}

/** Write an image that is an attachment of the same item. */
export function image(fileName: string, alt: string): string {
  return (
    `<ac:image ac:align="center" ac:layout="center" ac:alt="${escapeXml(alt)}">` +
    `<ri:attachment ri:filename="${escapeXml(fileName)}" /></ac:image>`
  );
}

export function status(title: string, colour: 'Green' | 'Yellow' | 'Red' | 'Blue'): string {
  return macro('status', {title, colour});
}

/** Write an emoticon by name, with a fallback character. */
export function emoticon(name: string, shortName: string, fallback: string): string {
  return (
    `<ac:emoticon ac:name="${name}" ac:emoji-shortname=":${shortName}:" ` +
    `ac:emoji-fallback="${fallback}" />`
  );
}

/** Write text with an inline comment. */
export function commentMarker(ref: string, text: string): string {
  return `<ac:inline-comment-marker ac:ref="${ref}">${escapeXml(text)}</ac:inline-comment-marker>`;
}
