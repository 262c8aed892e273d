#compdef floc
# Completion of the words of `floc` in zsh: put it as _floc into a folder of $fpath, or evaluate it after compinit.
_floc() {
    local line word help
    local -a found keys
    for line in "${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
        word=${line%%$'\t'*}
        help=${line#*$'\t'}
        case $word in
        '') ;;
        :files) _files ;;
        :folders) _files -/ ;;
        *=) keys+=("${word//:/\\:}:$help") ;;
        *) found+=("${word//:/\\:}:$help") ;;
        esac
    done
    (( $#found )) && _describe floc found
    (( $#keys )) && _describe floc keys -S ''
}
if [[ $funcstack[1] == _floc ]]; then _floc "$@"; else compdef _floc floc; fi
