# Completion of the words of `floc` in bash: source it, or put it into
# ~/.local/share/bash-completion/completions/floc
_floc() {
    local word help before partial=${COMP_WORDS[COMP_CWORD]} glue=
    local -a words=()
    # bash parts words at "=": --to=vtp comes as three.
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        if [[ ( -n $glue || $word == = ) && ${#words[@]} -gt 0 ]]; then words[-1]+=$word; else words+=("$word"); fi
        [[ $word == = ]] && glue=yes || glue=
    done
    [[ $partial == = ]] && partial=
    before=${words[-1]%"$partial"}
    COMPREPLY=()
    while IFS=$'\t' read -r word help; do
        case $word in
        :files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$partial") ;;
        :folders) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$partial") ;;
        *) [[ $word == *= ]] && compopt -o nospace; COMPREPLY+=("${word#"$before"}") ;;
        esac
    done < <("${COMP_WORDS[0]}" complete -- "${words[@]}" 2>/dev/null)
}
complete -F _floc floc
