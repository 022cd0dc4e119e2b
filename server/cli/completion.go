package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	kongcompletion "github.com/jotaen/kong-completion"
	"github.com/posener/complete"

	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/roster"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// completionCommand prints what a shell needs to complete commands, flags and names.
type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: ${enum}."`
}

// Help says what to do with the output.
func (completionCommand) Help() string {
	return `For the running shell, and in its start-up file for all that follow:

  source <(thoughtful completion bash)
  source <(thoughtful completion zsh)
  thoughtful completion fish | source`
}

// completers are shell code that asks the program itself for completions: it answers if COMP_LINE
// has a command line.
var completers = map[string]string{
	"bash": "complete -o default -o bashdefault -C %[1]s thoughtful\n",
	"zsh":  "autoload -U +X bashcompinit && bashcompinit\ncomplete -o default -o bashdefault -C %[1]s thoughtful\n",
	"fish": `function __complete_thoughtful
    set -lx COMP_LINE (commandline -cp)
    test -z (commandline -ct)
    and set COMP_LINE "$COMP_LINE "
    %[1]s
end
complete -f -c thoughtful -a "(__complete_thoughtful)"
`,
}

func (k *completionCommand) Run(c console) error {
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding the program's file: %w", err)
	}
	// Single quotes, so that the shell reads the path as it is.
	_, err = fmt.Fprintf(c.out, completers[k.Shell], "'"+strings.ReplaceAll(program, "'", `'\''`)+"'")
	return err
}

// completions answers a shell that asks for completions, and ends the process then.
func completions(parser *kong.Kong) {
	var games, players []string
	for _, g := range rules.Games() {
		games = append(games, g.Name)
	}
	for _, k := range roster.Kinds() {
		players = append(players, k.Name)
	}
	kongcompletion.Register(parser, kongcompletion.WithPredictors(map[string]complete.Predictor{
		"game":   complete.PredictSet(games...),
		"player": complete.PredictSet(players...),
		"file":   complete.PredictFiles("*"),
	}))
}

// unknownCommand returns an error if the first argument is not a command or a flag. The parser would
// take it for an argument of serve, the default command.
func unknownCommand(model *kong.Application, args []string) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return nil
	}
	names := map[string]string{}
	for _, command := range model.Children {
		if command.Name == args[0] || slices.Contains(command.Aliases, args[0]) {
			return nil
		}
		names[command.Name] = command.Name
	}
	text := fmt.Sprintf("unknown command %q", args[0])
	if near := request.Nearest(args[0], names); len(near) > 0 {
		text += "; did you mean " + strings.Join(near, ", ") + "?"
	}
	return service.Usagef("%s", text)
}

// helpCommand is --help of another command.
type helpCommand struct {
	Command string `arg:"" optional:"" help:"The command."`
}

func (h *helpCommand) Run(c console, parsed *kong.Context) error {
	args := []string{"--help"}
	if h.Command != "" {
		args = []string{h.Command, "--help"}
	}
	if err := unknownCommand(parsed.Model, args); err != nil {
		return err
	}
	run(c, args) // help itself does not fail
	return nil
}
