import type {Builtin} from '../builtin.ts';
import {parseBuiltin, wrongArguments} from '../builtin-line.ts';
import {completionScript, shells} from './scripts.ts';

/** `completion`: print a script for a shell (contract 1). */
export const completion: Builtin = {
  name: 'completion',
  summary: 'print a completion script for a shell',
  usage: ['completion bash|zsh|fish|powershell'],
  words: () => shells,
  flags: [],
  takesGlobals: false,
  notes: [
    'bash: source <(jr completion bash) in ~/.bashrc; zsh: source <(jr completion zsh) in ~/.zshrc after compinit; fish: jr completion fish > ~/.config/fish/completions/jr.fish; PowerShell: jr completion powershell | Out-String | Invoke-Expression in $PROFILE. The same for cf.',
    'Completes groups, operations, flags, flag values, profiles, presets and names: projects, versions (HPAY/2.4.0) and users, by id or by name; a name is replaced by its id where the shell allows that (not fish). Completing names sends one list request with the profile and credentials of the line and caches the response for a minute; if the request fails or takes longer than 3 seconds, nothing is offered.',
    'The script calls the program, so you need not regenerate the script after an update.',
  ],
  examples: ['completion bash', 'completion fish'],
  async run(scanned, context) {
    const {program, host} = context;
    const [word] = parseBuiltin(completion, scanned, context, 1).words;
    const shell = shells.find(name => name === word);
    if (shell === undefined) {
      const message =
        word === undefined ? 'completion requires a shell.' : `Unknown shell "${word}".`;
      throw wrongArguments(completion, context, message);
    }
    host.stdout.write(completionScript(shell, program));
    return 0;
  },
};
