import type { LiteralStyle } from "./inline-text.ts";

/** Words of one language that inline text must not use, by what they do. All are looked up in the code, not in literals. */
export interface InlineLanguage {
  readonly literals: LiteralStyle;
  readonly processes: RegExp;
  readonly network: RegExp;
  readonly deletes: RegExp;
  /** Turns data into program text, or reaches a name by a text. */
  readonly hides: RegExp;
  /** Names that lead out of the allowed directories without a literal path. */
  readonly leaves: RegExp;
}

const NEVER = /(?!)/;
/** Whole words; `raw` adds patterns that are none. */
const words = (names: string, raw?: RegExp) =>
  new RegExp(`(?<![A-Za-z0-9_$])(?:${names})(?![A-Za-z0-9_])${raw === undefined ? "" : `|${raw.source}`}`);

const PYTHON: InlineLanguage = {
  literals: "python",
  processes: words(
    [
      "(?<!platform\\.)system|popen[234]?|Popen|getoutput|getstatusoutput|check_output|check_call",
      "exec[lv]p?e?|spawn[lv]?p?e?|posix_spawnp?|startfile|fork|forkpty|subprocess|pty|multiprocessing",
      "ProcessPoolExecutor|create_subprocess_\\w+|subprocess_\\w+|kill|killpg|abort|ctypes|cffi|CDLL|dlopen|ptrace",
      "setuid|setgid|seteuid|setreuid|chroot|unshare|mknod|mkfifo|pexpect|sh|plumbum|fabric|webbrowser|psutil|antigravity",
      "pip|ensurepip|venv|pyautogui|Xlib|xlib|pynput|mss|pyperclip|pyatspi|gi|ImageGrab|pyscreenshot|evdev|keyboard|mouse|tkinter|PyQt5|PyQt6|dbus|keyring|secretstorage",
    ].join("|"),
  ),
  network: words(
    [
      "socket|socketserver|create_connection|create_server|open_connection|start_server|ssl",
      "urllib[23]?(?!\\.parse)|urlopen|urlretrieve|requests|httpx|aiohttp|pycurl|http(?=\\.|\\s+import)",
      "ftplib|smtplib|smtpd|telnetlib|poplib|imaplib|nntplib|xmlrpc|paramiko|asyncssh|websockets?|asyncore|asynchat",
      "wsgiref|HTTPServer|getaddrinfo|gethostbyname|gethostbyaddr|scapy|zmq|pymysql|psycopg2?|redis|boto3|flask",
    ].join("|"),
  ),
  deletes: words(
    "unlink|rmdir|removedirs|rmtree|truncate|ftruncate|send2trash|os\\s*\\.\\s*remove|(?:import|,)\\s*remove",
  ),
  hides: words(
    [
      "(?<!literal_)eval|exec|execfile|(?<!re\\.)(?<!regex\\.)compile",
      "__(?!name__|doc__|version__|main__|future__|init__|str__|repr__|len__)\\w+__",
      "getattr|setattr|attrgetter|methodcaller|globals|locals|vars|importlib|imp|runpy|pkgutil|builtins|codeop",
      "pickle|cPickle|marshal|dill|shelve|(?:standard_|urlsafe_)?b(?:16|32|64|85)decode|a85decode|decodebytes|fromhex",
      "unhexlify|a2b_\\w+|rot_?13|codecs|chr|unichr|to_bytes|timeit|cProfile|pdb|inspect|settrace|decompress|maketrans",
      "sys\\s*\\.\\s*(?:modules|path)|FunctionType|CodeType|import\\s+code|os\\s*\\[",
    ].join("|"),
    /bytes(?:array)?\s*\(\s*[[(]|""\s*(?:\)\s*\[\s*:|\[)/,
  ),
  leaves: words("expanduser|expandvars|getpw\\w+|pwd|home|pardir|HOME|OLDPWD|parents?|fchdir|(?:os|path)\\.sep"),
};

const PERL: InlineLanguage = {
  literals: "raw",
  processes: words(
    "system|exec|qx|fork|popen[23]?|open[23]|kill|syscall|readpipe|IPC|POSIX|dump|mknod|chroot|XSLoader|DynaLoader|Inline|FFI|Expect",
    /`|"\s*\||\|\s*["']|-\||\|-/,
  ),
  network: words(
    "socket|socketpair|connect|bind|listen|accept|Socket|LWP|HTTP|Net|Mojo|WWW|gethostby\\w+|getprotobyname|sockaddr_in|inet_aton|Telnet|SMTP|DBI",
  ),
  deletes: words("unlink|rmdir|rmtree|remove_tree|truncate"),
  hides: words(
    [
      "eval|evalbytes|require|pack|unpack|chr|decode_base64|MIME|uudecode|__DATA__|AUTOLOAD|Symbol|do\\s+[\"'$]\\S*",
      "v(?!5)\\d+\\.\\d+|lib|no\\s+strict",
      "use\\s+(?!strict|warnings|utf8|feature|v?[0-9]|List::Util|Data::Dumper|JSON|Time|Text|Getopt|File::Basename|open)\\w+",
    ].join("|"),
    /%c|(?<!&)&(?!&)\s*(?:\{\s*)?["'$]|->\s*\$\w|\*\{|\/e[gimsx]*e/,
  ),
  leaves: words("HOME|OLDPWD|HomeDir|getpw\\w+|updir|rootdir|chdir"),
};

const RUBY: InlineLanguage = {
  literals: "raw",
  processes: words(
    "system|exec|spawn|fork|popen[23]?e?|Open[34]|PTY|Process|kill|syscall|Fiddle|FFI|DL|Shell|capture[23]e?|daemon|Rake|sh",
    /`|%x|["'(]\s*\|/,
  ),
  network: words(
    [
      "socket|TCPSocket|TCPServer|UDPSocket|UNIXSocket|UNIXServer|Socket|BasicSocket|Net|net|open-uri|URI\\s*\\.\\s*open|OpenURI",
      "OpenSSL|openssl|httparty|HTTParty|faraday|Faraday|RestClient|excon|webrick|WEBrick|drb|DRb|Resolv|resolv|httpd|telnet",
    ].join("|"),
  ),
  deletes: words(
    "(?:File|Dir|Pathname)\\s*\\.\\s*delete|unlink|rmdir|rm|rm_r|rm_f|rm_rf|rmtree|remove_\\w+|truncate|FileUtils|fileutils|safe_unlink",
  ),
  hides: words(
    [
      "eval|instance_eval|class_eval|module_eval|instance_exec|class_exec|binding|send|__send__|public_send|const_get|method",
      "instance_method|define_method|load|require_relative|autoload|unpack1?|pack|(?:strict_|urlsafe_)?decode64|Base64|Marshal",
      "chr|hex|ObjectSpace|RubyVM|ERB|Kernel",
    ].join("|"),
    /%c|\.\(/,
  ),
  leaves: words("HOME|OLDPWD|home|Etc|expand_path|chdir|chroot|parent|DATA"),
};

const NODE: InlineLanguage = {
  literals: "script",
  processes: words(
    [
      "child_process|execSync|execFile|execFileSync|spawn|spawnSync|fork|worker_threads|Worker|cluster|kill|abort|dlopen|binding",
      "_linkedBinding|Deno\\s*\\.\\s*(?:run|Command)|Bun|setuid|setgid|mainModule|execa|shelljs|zx|puppeteer|playwright|robotjs|nut-js|iohook|keytar|clipboardy|screenshot-desktop|electron",
    ].join("|"),
  ),
  network: words(
    [
      "fetch|WebSocket|XMLHttpRequest|EventSource|createServer|createConnection|connect|createSocket|dgram|http2?|https|net|tls|dns",
      "inspector|axios|undici|got|superagent|request|resolve[46]|lookup|Deno\\s*\\.\\s*(?:listen|serve)\\w*",
    ].join("|"),
  ),
  deletes: words(
    "unlink|unlinkSync|rm|rmSync|rmdir|rmdirSync|truncate|truncateSync|ftruncate\\w*|rimraf|remove|removeSync",
  ),
  hides: words(
    [
      "eval|Function|GeneratorFunction|constructor|vm|runIn\\w+Context|compileFunction|atob|fromCharCode|fromCodePoint|unescape",
      "decodeURI|decodeURIComponent|Reflect|Proxy|_load|_compile|createRequire|__proto__|getOwnPropertyNames|getBuiltinModule",
      "gunzipSync|inflateSync|brotliDecompressSync",
    ].join("|"),
    /(?:globalThis|global|process|module|fs|this)\s*\[|(?:require|import)\s*\((?!\s*"")|\]\s*\(|\[\s*""\s*\+|""\s*(?:\)\s*\[\s*:|\[)/,
  ),
  leaves: words("homedir|userInfo|HOME|OLDPWD|chroot|chdir|execPath"),
};

const PHP: InlineLanguage = {
  literals: "raw",
  processes: words(
    "system|exec|shell_exec|passthru|popen|proc_\\w+|pcntl_\\w+|posix_\\w+|dl|putenv|ini_set|FFI|COM|mail|mb_send_mail|imap_open|expect_popen|register_shutdown_function",
    /`/,
  ),
  network: words(
    "p?fsockopen|stream_\\w+|socket_\\w+|curl_\\w+|SoapClient|ftp_\\w+|ssh2_\\w+|ldap_\\w+|gethostby\\w+|dns_\\w+|checkdnsrr|get_headers|mysqli?|PDO|https?:|ftps?:",
  ),
  deletes: words("unlink|rmdir|ftruncate"),
  hides: words(
    [
      "eval|assert|create_function|include|include_once|require|require_once|call_user_func(?:_array)?|array_(?:map|filter|walk|reduce)",
      "u[ak]?sort|base64_decode|str_rot13|gzinflate|gzuncompress|gzdecode|hex2bin|pack|unpack|chr|strrev|convert_uudecode",
      "preg_replace_callback|unserialize|Reflection\\w*|extract|parse_str|phar|php:|data:|expect:|(?:raw)?urldecode|html_entity_decode",
    ].join("|"),
    /%c|\$\w+\s*\(|["')\]}]\s*\(|\$\$|\$\{/,
  ),
  leaves: words("HOME|OLDPWD|chroot|chdir|dirname|__DIR__"),
};

const LUA: InlineLanguage = {
  literals: "raw",
  processes: words("execute|popen|posix|fork|exec|spawn|luv|uv|ffi|kill|signal|vim"),
  network: words("socket|http|ssl|copas|curl|cqueues|ngx"),
  deletes: words("os\\s*\\.\\s*(?:remove|rename)|rmdir|unlink"),
  hides: words(
    "load|loadstring|dofile|loadfile|char|loadlib|searchpath|preload|debug|_G|_ENV|getfenv|setfenv|rawget|dump|package",
    /(?:os|io)\s*\[|%c|\]\s*\(|reverse/,
  ),
  leaves: words("HOME|OLDPWD|chdir"),
};

const R: InlineLanguage = {
  literals: "raw",
  processes: words(
    "system2?|shell|shell\\.exec|pipe|fork|mcparallel|mclapply|makeCluster|processx|callr|pskill|dyn\\.load|Rcpp|inline|\\.C|\\.Call|\\.External|browseURL",
  ),
  network: words(
    "socketConnection|serverSocket|make\\.socket|url|download\\.file|curl\\w*|httr2?|RCurl|getURL|install\\.packages|nsl|httpuv|plumber|shiny|https?:|ftp:",
  ),
  deletes: words("unlink|file\\.remove"),
  hides: words(
    "eval|evalq|parse|textConnection|do\\.call|match\\.fun|mget|get0?|rawToChar|intToUtf8|chartr|as\\.call|call|base64\\w*|unserialize|packBits|getNamespace",
  ),
  leaves: words("path\\.expand|HOME|R\\.home|setwd"),
};

const TCL: InlineLanguage = {
  literals: "raw",
  processes: words("exec|spawn|system|fork|load|interp|package|kill|send|overlay", /open\s+(?:["{]\s*)?\|/),
  network: words("socket|http|tls|comm|ftp|smtp"),
  deletes: words("delete|unlink|rmdir"),
  hides: words(
    "eval|subst|source|uplevel|apply|namespace|rename|unknown|binary|base64|encoding|trace|after|coroutine|tailcall|reverse",
    /%c|\{\*\}|(?:^|[;\n[{])[ \t]*\$/,
  ),
  leaves: words("HOME|cd"),
};

const JULIA: InlineLanguage = {
  literals: "raw",
  processes: words("run|pipeline|ccall|kill|addprocs|Distributed|detach|spawn|Cmd|readchomp", /`/),
  network: words("Sockets|connect|listen|download|Downloads|HTTP|Pkg|LibCURL"),
  deletes: words("rm|truncate"),
  hides: words(
    "eval|include_string|Meta|getfield|getproperty|invokelatest|base64decode|hex2bytes|transcode|Char|invoke|Core|Serialization",
  ),
  leaves: words("homedir|expanduser|HOME|cd"),
};

/** Lisps (emacs, guile, sbcl, clojure): everything that starts, opens or evaluates. */
const LISP: InlineLanguage = {
  literals: "raw",
  processes:
    /shell|process|\bsystem\b|system\*|run-program|\bexec|call-out|open-pipe|pipe|spawn|fork|\bsh\b|term\b|\bkill|ProcessBuilder|Runtime|foreign|dlopen|module-load|dbus|x-|clipboard|gui-/,
  network: /socket|network|\burl|http|ftp|tramp|smtp|mail|connect|slurp\s+"\w+:|\bweb\b|\bdns/,
  deletes: /delete|unlink|remove-dir|rmdir|trash/,
  hides:
    /\beval|\bload\b|load-|require|read-from-string|funcall|\bapply\b|\bintern\b|decode|base64|compile|symbol|import|resolve|\bread\b|string->|call-interactively|execute|macro|(?<![a-z-])char-to-string|integer->char/,
  leaves: /HOME|expand-file-name|home|default-directory|user-emacs|getpw|chdir|getenv/,
};

/** Languages whose every statement may be a command (PowerShell, AppleScript, Groovy and so on), and those not known. */
const OTHER: InlineLanguage = {
  literals: "raw",
  processes:
    /exec|system|shell|spawn|popen|process|fork|start-|invoke|\biex\b|run|command|cmd|kill|\bdo script|`|\bsudo\b|Runtime|[|&]\s|^\s*[!:]|ffi|native|signal/i,
  network:
    /socket|https?|url|\bnet\b|\bnet\.|tcp|udp|connect|download|upload|listen|curl|wget|fetch|webrequest|restmethod|\bnc\b|ftp|smtp|dns|mail/i,
  deletes: /delete|remove|unlink|\brm\b|rmdir|\bdel\b|\bri\b|erase|trash|clear-|truncate|drop|format-/i,
  hides:
    /eval|compile|base64|decode|fromchar|\bchr\b|\[char\]|-enc|-join|reverse|unpack|\bpack\b|load|import|include|require|reflect|getattr|\bcall\b|apply|-replace|rot13|hex|unescape|dynamic|assembly|parse/i,
  leaves: /home|userprofile|\$env:|expanduser|chdir|\bcd\b|env/i,
};

const AWK: InlineLanguage = {
  literals: "raw",
  processes: /\bsystem\b|(?<!\|)\|(?!\|)|@load|@include/,
  network: /\/inet|\/tcp|\/udp/,
  deletes: NEVER,
  hides: /@[A-Za-z_]|%c/,
  leaves: /HOME/,
};

const LANGUAGES: ReadonlyMap<string, InlineLanguage> = new Map([
  ...entries(["python", "python2", "python3", "pypy", "pypy3", "ipython", "micropython", "uv"], PYTHON),
  ...entries(["perl", "perl5", "raku"], PERL),
  ...entries(["ruby", "jruby", "irb", "crystal"], RUBY),
  ...entries(
    ["node", "nodejs", "deno", "bun", "javascript", "typescript", "js", "ts-node", "tsx", "qjs", "d8", "gjs"],
    NODE,
  ),
  ...entries(["php", "php-cgi"], PHP),
  ...entries(["lua", "luajit", "texlua"], LUA),
  ...entries(["r", "rscript"], R),
  ...entries(["tcl", "tclsh", "wish", "expect"], TCL),
  ...entries(["julia"], JULIA),
  ...entries(["lisp", "emacs", "elisp", "guile", "sbcl", "scheme", "clojure", "racket", "clisp", "ecl"], LISP),
  ...entries(["awk", "gawk", "mawk", "nawk"], AWK),
]);

/** Known languages by their program's or own name, versions cut off; every other one gets the widest list. */
export function inlineLanguage(name: string): InlineLanguage {
  const folded = name.toLowerCase();
  return LANGUAGES.get(folded) ?? LANGUAGES.get(folded.replace(/[-.0-9]+$/, "")) ?? OTHER;
}

function entries(names: readonly string[], language: InlineLanguage): [string, InlineLanguage][] {
  return names.map((name) => [name, language]);
}
