import type {CommandContext} from '../context.ts';

/**
 * The completion script of a shell. It only calls the program (`__complete`), so it stays valid
 * after updates and knows the current profiles.
 */
export function completionScript(
  shell: keyof typeof scripts,
  program: CommandContext['program'],
): string {
  return scripts[shell].replaceAll('PROGRAM', program);
}

const bash = `# Completion of PROGRAM for bash. Load it by: source <(PROGRAM completion bash)
_PROGRAM_complete() {
  local found line current
  COMPREPLY=()
  found=$(command PROGRAM __complete bash -- "\${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null) || return 0
  if [[ $found == ':files' ]]; then
    current=\${2#@}
    [[ $2 == @* ]] || compopt -o filenames 2>/dev/null
    while IFS= read -r line; do
      if [[ $2 == @* ]]; then
        # bash would quote the @ of a file name, so that is not what it is told these are.
        [[ -d $line ]] && line+=/ && compopt -o nospace 2>/dev/null
        printf -v line '@%q' "$line"
      fi
      COMPREPLY+=("$line")
    done < <(compgen -f -- "$current")
    return 0
  fi
  while IFS= read -r line; do
    [[ -n $line ]] && COMPREPLY+=("$line")
  done <<< "$found"
  # What ends in a slash goes on.
  [[ $found == */ ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -F _PROGRAM_complete PROGRAM
`;

const zsh = `#compdef PROGRAM
# Completion of PROGRAM for zsh. Load it by: source <(PROGRAM completion zsh)
# or keep it as _PROGRAM in a folder of $fpath.
_PROGRAM() {
  local -a found values shown
  local line
  found=("\${(@f)$(command PROGRAM __complete zsh -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ $found[1] == ':files' ]]; then
    compset -P '*=' || true
    compset -P '@' || true
    _files
    return
  fi
  for line in $found; do
    [[ -n $line ]] || continue
    values+=("\${line%%$'\\t'*}")
    shown+=("\${line/$'\\t'/  -- }")
  done
  (( $#values )) || return 1
  # A name may give way to the id it stands for; what ends in a slash goes on.
  local -a more
  local current="\${(Q)words[CURRENT]}"
  [[ $values[1] == "$current"* ]] || more+=(-U)
  [[ $values[1] == */ ]] && more+=(-S '')
  compadd "\${more[@]}" -l -d shown -a values
}
if [[ $funcstack[1] == _PROGRAM ]]; then
  _PROGRAM
elif (( $+functions[compdef] )); then
  compdef _PROGRAM PROGRAM
fi
`;

const fish = `# Completion of PROGRAM for fish. Load it by: PROGRAM completion fish | source
# or keep it as ~/.config/fish/completions/PROGRAM.fish.
function __PROGRAM_complete
    set -l before (commandline -opc)
    set -e before[1]
    set -l current (commandline -ct)
    set -l found (command PROGRAM __complete fish -- $before "$current" 2>/dev/null)
    if test "$found[1]" != ':files'
        printf '%s\\n' $found
        return
    end
    set -l start (string match -r -- '^(?:--[^=]+=)?@?' "$current")
    for path in (__fish_complete_path (string sub -s (math (string length -- "$start") + 1) -- "$current"))
        printf '%s%s\\n' "$start" $path
    end
end
complete -c PROGRAM -f -a '(__PROGRAM_complete)'
`;

/**
 * The typed word is prefixed by a colon, since Windows PowerShell drops empty arguments. Results
 * that it would split are in single quotes.
 */
const powershell = `# Completion of PROGRAM for PowerShell. Load it by:
#   PROGRAM completion powershell | Out-String | Invoke-Expression
# or add that line to the file that $PROFILE names.
Register-ArgumentCompleter -Native -CommandName PROGRAM -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object {
            if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value }
            else { $_.Extent.Text }
        })
    $current = "$wordToComplete" -replace '^[\\u0027\\u0022]', ''
    $found = @(& PROGRAM __complete powershell -- @before ":$current" 2>$null)
    if ($found.Count -gt 0 -and $found[0] -eq ':files') {
        $start = [regex]::Match($current, '^(?:--[^=]+=)?@?').Value
        [System.Management.Automation.CompletionCompleters]::CompleteFilename($current.Substring($start.Length)) |
            ForEach-Object {
                $path = $start + ($_.CompletionText -replace '^\\u0027|\\u0027$', '')
                if ($path -match '[\\s\\u0027@$]') { $path = "'" + ($path -replace '\\u0027', "''") + "'" }
                [System.Management.Automation.CompletionResult]::new($path, $_.ListItemText, 'ProviderItem', $_.ToolTip)
            }
        return
    }
    foreach ($line in $found) {
        $value, $help = "$line" -split [char]9, 2
        if (-not $value) { continue }
        if (-not $help) { $help = $value }
        $text = $value
        if ($text -match '[\\s\\u0027\\u0022\\u0060$@&|;<>(){}#,]') { $text = "'" + ($text -replace '\\u0027', "''") + "'" }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $help)
    }
}
`;

const scripts = {bash, zsh, fish, powershell};

/** Shells with a completion script. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
