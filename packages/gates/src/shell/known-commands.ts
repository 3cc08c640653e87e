/** Names that mean something already: a function of that name would change what every later use of it is. */
const BUILTINS =
  ". : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable " +
  "eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd " +
  "read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias " +
  "unset wait command_not_found_handle";
const PROGRAMS =
  "7z ab ack ag apt apt-get ar as at awk base32 base64 basename bash batch bc bunzip2 busybox bzcat bzip2 c++ cal cargo " +
  "cat cc chgrp chmod chown chroot cksum clang clear cmake cmp column comm cp cpio cron crontab csplit ctags curl cut " +
  "dash date dc dd deno df diff dig dir dirname dmesg dnf docker dos2unix dpkg du ed egrep emacs env ex expand expr fd " +
  "fgrep file find flock fmt fold free fuser fzf g++ gawk gcc gdb gem getent git gpg gradle grep groups gunzip gzip head " +
  "host hostname iconv id ifconfig install ionice ip java javac join jq killall ksh last ld less ln locate logger ls lsof " +
  "lua make man md5sum mkdir mkfifo mknod mktemp more mount mv mvn mysql nano nc ncat ncal netstat nice nl nm node nohup " +
  "nproc nslookup npm npx objdump od openssl openssl parallel paste patch perl pgrep php ping pip pip3 pkill pnpm podman " +
  "ps psql python python3 rclone realpath readelf readlink rename reset rg rm rmdir rsync ruby rust rustc scp script sdiff " +
  "sed seq service sftp sh sha1sum sha256sum sha512sum shellcheck shred shuf sleep socat sort split sqlite3 ss ssh stat " +
  "stdbuf strace strings su sudo sum sync systemctl tac tail tar tee telnet time timeout tmux top touch tput tr tree tsort " +
  "tty umount uname unexpand uniq unlink unxz unzip uptime users vi vim vimdiff watch wc wget which who whoami xargs xxd " +
  "xz xzcat yarn yes yq zcat zip zsh zstd";
const KNOWN: ReadonlySet<string> = new Set(`${BUILTINS} ${PROGRAMS}`.split(" "));

export const isKnownCommand = (name: string): boolean => KNOWN.has(name);
