# Completion of the `perceptron` command for bash: commands, options, their choices, files. The words are taken
# from the command's own help, so that they are always those of the version at hand.

_perceptron_help() {
    "${COMP_WORDS[0]}" "$@" 2>/dev/null
}

# The options of a command, one per line; --[no-]x as both.
_perceptron_options() {
    _perceptron_help "$1" --help | sed -n -E 's/^  (-[a-z], )?(--[][a-z-]+).*/\2/p' |
        sed -E '/\[no-\]/{h;s/\[no-\]//;p;g;s/\[no-\]/no-/}'
}

# What may follow an option of a command: choices (a|b|c), a name in capitals, or nothing for a flag.
_perceptron_value() {
    _perceptron_help "$1" --help | sed -n -E "s/^  (-[a-z], )?$2 ([^ ]+).*/\2/p"
}

_perceptron() {
    local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]-} previous=${COMP_WORDS[COMP_CWORD - 1]} value=
    local commands
    COMPREPLY=()
    if ((COMP_CWORD == 1)) || [[ $command == help ]]; then
        commands=$(_perceptron_help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p')
        mapfile -t COMPREPLY < <(compgen -W "$commands --help --version" -- "$word")
        return
    fi
    if [[ $word == = ]]; then   # bash splits --name=value into three words
        word=''
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    [[ $previous == --* ]] && value=$(_perceptron_value "$command" "$previous")
    case $previous:$value in
    --algorithm:*)
        value=$(_perceptron_help train --algorithm list | sed -n 's/^\([a-z]\)/\1/p')
        mapfile -t COMPREPLY < <(compgen -W "$value list" -- "$word")
        ;;
    *:*\|FILE)
        mapfile -t COMPREPLY < <(compgen -f -W "${value//|/ }" -- "$word")
        ;;
    *:*\|*)
        mapfile -t COMPREPLY < <(compgen -W "${value//|/ }" -- "$word")
        ;;
    *)
        if [[ $word == -* && -z $value ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$(_perceptron_options "$command")" -- "$word")
        else
            mapfile -t COMPREPLY < <(compgen -f -- "$word")
        fi
        ;;
    esac
}

complete -o filenames -F _perceptron perceptron
