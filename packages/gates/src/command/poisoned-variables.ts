import { judgeName } from "../shell/dangerous-names.ts";
import { literalText, type Word } from "../shell/word.ts";
import { parsePeer, peerFault } from "./peer.ts";

/** Further variables that package managers and builds take programs, code or settings from. */
const SETTINGS =
  /^(?:YARN|PNPM|COREPACK|COMPOSER|BUNDLE|DOTNET|MSBUILD|CORECLR|COR|RUSTUP|CMAKE|MESON|PYTEST|JUPYTER|JULIA|ERL|ELIXIR|ASAN|LSAN)_/;
const NAMES = new Set(
  "JAVA_HOME GOROOT GOTOOLCHAIN GOENV CGO_CFLAGS CGO_LDFLAGS RUSTDOC RUSTDOCFLAGS R_HOME R_LIBS TCLLIBPATH MAVEN_HOME GRADLE_HOME GRADLE_USER_HOME COMPILER_PATH GCC_EXEC_PREFIX COLLECT_GCC PKG_CONFIG PKG_CONFIG_PATH CPATH LIBRARY_PATH GNUPGHOME SSH_SK_PROVIDER TMUX_TMPDIR SCREENRC GROFF_COMMAND_PREFIX SEGFAULT_SIGNALS NLSPATH TERMPATH TERMINFO_DIRS RES_OPTIONS LOCALDOMAIN GETCONF_DIR TZDIR QML2_IMPORT_PATH GIO_EXTRA_MODULES QT_QPA_PLATFORM_PLUGIN_PATH MYSQL_HOME PGSERVICEFILE PGSYSCONFDIR BC_ENV_ARGS DC_ENV_ARGS ANT_ARGS".split(
    " ",
  ),
);
const HARMLESS = /^(?:DOTNET_(?:NOLOGO|CLI_\w+)|YARN_ENABLE_\w+|PYTEST_ADDOPTS_NONE|COREPACK_ENABLE_\w+)$/;
const PROXY = /^(?:https?|ftp|all|rsync)_proxy$/i;
/** Programs of builds: a plain, known name is what everybody sets. */
const TOOLS = new Set("CC CXX CPP LD AR AS NM RANLIB STRIP OBJCOPY FC F77 MAKE LEX YACC".split(" "));
const TOOL_VALUE =
  /^(?:ccache )?(?:(?:x86_64|aarch64|arm|i686)-linux-gnu(?:eabihf)?-)?(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|cpp|ld|ar|as|nm|ranlib|strip|objcopy|gfortran|make|musl-gcc|tcc|flex|bison|yacc)(?:-[0-9.]{1,6})?$/;

/** How setting a variable for a program is answered; null: like any other. `value` null: an array, or not known. */
export function judgeVariable(name: string, value: Word | null): "deny" | "ask" | null {
  const text = value === null ? null : literalText(value);
  if (TOOLS.has(name)) return text !== null && TOOL_VALUE.test(text) ? null : "deny";
  if (PROXY.test(name) && text !== null && peerFault(parsePeer(text)) !== null) return "deny";
  if (HARMLESS.test(name)) return null;
  return NAMES.has(name) || SETTINGS.test(name) ? "deny" : judgeName(name);
}
