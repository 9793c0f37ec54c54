import type {Builtin} from '../builtin.ts';
import {parseBuiltin, wrongWords} from '../builtin-line.ts';
import {completionScript, shells} from './scripts.ts';

/** `completion`: prints a script for a shell (contract 1). */
export const completion: Builtin = {
  name: 'completion',
  summary: 'print a completion script for a shell',
  usage: ['completion bash|zsh|fish|powershell'],
  words: () => shells,
  flags: [],
  takesGlobals: false,
  notes: [
    'bash: source <(jr completion bash) in ~/.bashrc; zsh: source <(jr completion zsh) in ~/.zshrc after compinit; fish: jr completion fish > ~/.config/fish/completions/jr.fish; PowerShell: jr completion powershell | Out-String | Invoke-Expression in $PROFILE. The same for cf.',
    'Groups, operations, flags, their values, profiles, presets and what values name are completed: a project, a version (HPAY/2.4.0), a user, by id or by name, for which the id is put where the shell can (not fish). That is one request of the listing operation, with the profile and credentials of the line, kept for a minute; when it fails, or takes longer than 3 seconds, nothing is offered and nothing is said. ',
    'The script asks the program, so it need not be made anew after an update.',
  ],
  examples: ['completion bash', 'completion fish'],
  async run(argv, context) {
    const {program, host} = context;
    const [word] = parseBuiltin(completion, argv, context, 1).words;
    const shell = shells.find(name => name === word);
    if (shell === undefined) {
      const message = word === undefined ? 'completion needs a shell.' : `No shell "${word}".`;
      throw wrongWords(completion, context, message);
    }
    host.stdout.write(completionScript(shell, program));
    return 0;
  },
};
