import {code, table} from './markdown.mjs';

/** Build the table of global flags, without pending ones. */
export function flagTable({globalFlags}) {
  const rows = globalFlags
    .filter(flag => !flag.pending)
    .map(flag => [
      [code(`--${flag.name}`), ...(flag.short ? [code(`-${flag.short}`)] : [])].join(' '),
      flag.values ? flag.values.join(', ') : flag.type === 'string' ? 'text' : flag.type,
      flag.default ?? '',
      flag.env
        ? `${flag.help}; environment ${code(`JR_${flag.env}`)}, ${code(`CF_${flag.env}`)}`
        : flag.help,
    ]);
  return table(['Flag', 'Value', 'Default', 'Does'], rows);
}
