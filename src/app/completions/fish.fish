# Completion of the words of `floc` in fish: put it into ~/.config/fish/completions/floc.fish
function __floc_complete
    set -l words (commandline -opc)
    set -l partial (commandline -ct)
    for line in ($words[1] complete -- $words[2..] "$partial" 2>/dev/null)
        switch $line
            case ':files*'
                __fish_complete_path "$partial"
            case ':folders*'
                __fish_complete_directories "$partial" ''
            case '*'
                echo $line
        end
    end
end
complete -c floc -f -a '(__floc_complete)'
