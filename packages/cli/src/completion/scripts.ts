/** The scripts that connect a shell to the hidden command `__complete`, which returns the completions. */

export const shells = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof shells)[number];

/** The script for a shell. It is short, so that users can read it before they run it. */
export function scriptFor(shell: Shell): string {
  return scripts[shell];
}

const scripts: Readonly<Record<Shell, string>> = {
  bash: String.raw`# Completes the words of kubewright in bash: source <(kubewright completion bash)
_kubewright() {
  local IFS=$'\n'
  COMPREPLY=($(kubewright __complete -- "${"${"}COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _kubewright kubewright
`,
  zsh: String.raw`#compdef kubewright
# Completes the words of kubewright in zsh: source <(kubewright completion zsh)
_kubewright() {
  local -a found
  found=("${"${"}(@f)$(kubewright __complete -- "${"${"}(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then
    compadd -- $found
  else
    _files
  fi
}
compdef _kubewright kubewright
`,
  fish: String.raw`# Completes the words of kubewright in fish: kubewright completion fish | source
function __kubewright_complete
  set --local words (commandline --tokenize --current-process --cut-at-cursor) (commandline --current-token --cut-at-cursor)
  kubewright __complete -- $words[2..-1] 2>/dev/null
end
complete --command kubewright --arguments '(__kubewright_complete)'
`,
  powershell: String.raw`# Completes the words of kubewright in PowerShell: kubewright completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName kubewright -ScriptBlock {
  param($word, $ast, $position)
  $words = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($word -eq '') { $words += '' }
  kubewright __complete -- @words 2>$null | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`,
};
