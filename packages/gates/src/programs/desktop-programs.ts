import { literalPrefix, literalText, textWord, type Word } from "../shell/word.ts";
import { argumentPaths } from "./argument-paths.ts";
import { urlEffects } from "./curl.ts";
import { execDeny, interactiveAsk, named } from "./kit.ts";
import { startsCommand } from "./processes.ts";
import { read, write } from "./profile.ts";
import { askNote, denyNote, type Effect, type Program } from "./program.ts";

/** Programs with windows, and programs for pictures and films that can also capture the screen. */

const capture = denyNote("command.screen_capture", "captures the screen, sound or camera");
const remote = denyNote("command.remote_control", "opens a browser to be controlled, or runs a program from it");

const BROWSER_DENIED =
  /^--?(?:remote-debugging|remote-allow|marionette|enable-automation|headless.*=?$|load-extension|disable-extensions-except|load-and-launch-app|renderer-cmd-prefix|utility-cmd-prefix|plugin-launcher|ppapi-plugin-launcher|gpu-launcher|zygote-cmd-prefix|browser-subprocess-path|no-sandbox|disable-web-security|enable-logging|js-flags|remote|new-instance|start-debugger-server|jsdebugger|jsconsole|juggler|backgroundtask|screenshot|print-to-pdf|dump-dom|user-data-dir|profile|P$|app=|install-|register|auto-open-devtools|auto-select|use-fake-ui|enable-speech|allow-file-access|disable-features|single-process|pack-extension|wait-for-browser|browser$)/;

/** A browser or viewer by command: windows are opened through the list of applications, so this is a question. */
const browser: Program = ({ args }) => {
  const effects: Effect[] = [interactiveAsk];
  for (const word of args) {
    const known = literalPrefix(word);
    if (BROWSER_DENIED.test(known)) effects.push(remote);
    else if (known.startsWith("-")) continue;
    else if (/^(?:javascript|data|chrome|about|view-source|devtools|edge|brave|resource):/i.test(known))
      effects.push(remote);
    else if (/^(?:\/|~|\.)/.test(known) || /\.(?:html?|pdf|svg|xml)$/i.test(known)) effects.push(read(word));
    else effects.push(...urlEffects(word));
  }
  return effects;
};

const opener: Program = ({ args }) => [
  interactiveAsk,
  ...args.flatMap((word): readonly Effect[] => {
    const known = literalPrefix(word);
    if (known.startsWith("-")) return [];
    return /^[a-z][\w+.-]*:/i.test(known) ? urlEffects(word) : [read(word)];
  }),
];

const viewer: Program = ({ args }) => [interactiveAsk, ...argumentPaths(args)];

/** A terminal with a command behind `-e`, `-x` or `--`. */
const terminal: Program = ({ args }) => {
  const display = args.findIndex((word) => /^--?display$/.test(literalText(word) ?? ""));
  const isElsewhere = display >= 0 && !literalPrefix(args[display + 1] ?? []).startsWith(":");
  if (isElsewhere) return [denyNote("command.tunnel", "opens a terminal on another machine's display")];
  const at = args.findIndex((word) => /^(?:-e|-x|--|--execute|--command|-c|start)$/.test(literalText(word) ?? ""));
  if (at >= 0) return [interactiveAsk, ...startsCommand(args.slice(at + 1))];
  const attached = args.find((word) => /^(?:--command|--execute|-e)=/.test(literalPrefix(word)));
  if (attached === undefined)
    return [
      interactiveAsk,
      ...(args.some((word) => literalText(word) === null) ? [execDeny("what a terminal shall run is computed")] : []),
    ];
  const text = literalText(attached);
  return [
    interactiveAsk,
    {
      kind: "script",
      text: text === null ? attached : textWord(text.replace(/^[^=]*=/, "")),
      positional: [],
    },
  ];
};

/** Settings of the desktop: keys and handlers among them start programs. */
const setting =
  (showing: RegExp): Program =>
  ({ args }) => {
    const first = literalText(args[0] ?? []);
    return first !== null && showing.test(first)
      ? [askNote("command.desktop_settings", "shows settings of the desktop")]
      : [denyNote("command.desktop_settings", "changes settings or handlers of the desktop")];
  };

/** gio: `open` and `launch` start programs, `trash`, `remove`, `copy`, `move` work on files. */
const gio: Program = ({ args }) => {
  const [verb, ...rest] = args;
  const action = literalText(verb ?? []);
  const files = rest.filter((word) => !literalPrefix(word).startsWith("-"));
  if (action === "trash" || action === "remove") return files.map((operand) => ({ kind: "delete", operand }) as const);
  if (/^(?:mount|launch|mime|monitor)$/.test(action ?? "mount"))
    return [denyNote("command.desktop_settings", "starts programs or mounts")];
  if (/^(?:copy|move|mkdir|save|rename|set)$/.test(action ?? ""))
    return [askNote("command.files", "changes files"), ...files.map(write)];
  return [
    interactiveAsk,
    ...files.flatMap((word) => (/^[a-z]+:\/\//.test(literalPrefix(word)) ? urlEffects(word) : [read(word)])),
  ];
};

const GRABBERS =
  /^(?:x11grab|xcbgrab|kmsgrab|gdigrab|fbdev|avfoundation|pulse|alsa|v4l2|video4linux2|jack|oss|sndio|decklink|dshow|openal|iec61883|pipewire|android_camera|xv|opengl|sdl2?)$/;
const PROTOCOLS =
  /^(?:tcp|udp|rtmps?|rtsp|rtp|sctp|srt|tls|unix|icecast|rist|zmq|amqp|ftp|sftp|smb|ipfs|gopher|mmst?h?|https?):/i;

/** ffmpeg: devices are capture, protocols are connections, the rest are files. */
const ffmpeg: Program = ({ args, name }) => {
  const effects: Effect[] = [askNote("command.media", "works on media files")];
  const media = (word: Word, isInput: boolean): void => {
    const known = literalPrefix(word);
    if (/^:\d|^\/dev\/(?:video|fb|dri|snd)|^desktop$|screen|^default$/i.test(known)) effects.push(capture);
    else if (/[?&]listen|^unix:/.test(known)) effects.push(denyNote("command.listen", "listens for connections"));
    else if (PROTOCOLS.test(known))
      effects.push(isInput ? { kind: "connect", peer: word } : { kind: "connect", peer: word, sends: inputs });
    else if (/^(?:pipe:|-$)/.test(known)) return;
    else if (
      /^(?:concat|subfile|crypto|async|cache|tee|data|file|md5|prompeg|hls|bluray|archive|fd|concatf|ffrtmphttp)[:,]/.test(
        known,
      )
    )
      effects.push(isInput ? read(fileOf(word)) : write(fileOf(word)));
    else {
      if (isInput) inputs.push(word);
      effects.push(isInput ? read(word) : write(word));
    }
  };
  const inputs: Word[] = [];
  for (let index = 0; index < args.length; index++) {
    const word = args[index] as Word;
    const known = literalPrefix(word);
    const value = args[index + 1] ?? [];
    if (/^-(?:i)$/.test(known)) media(args[++index] ?? [], true);
    else if (/^-(?:f|format)$/.test(known)) {
      if (GRABBERS.test(literalText(value) ?? "x11grab")) effects.push(capture);
      index++;
    } else if (/^-(?:vf|af|filter|filter_complex|lavfi|filter_complex_script|filter_script|\/filter\w*)/.test(known)) {
      const text = literalText(value) ?? "movie=";
      for (const [, file] of text.matchAll(
        /(?:a?movie=|filename=|subtitles=|ass=|textfile=|fontfile=|file=|lut3d=)'?([^':,;[\]]*)/g,
      ))
        effects.push(read(textWord(file!)));
      if (/ladspa|lv2|frei0r|zmq|azmq|sendcmd=f|gfxcapture|ddagrab/.test(text))
        effects.push(execDeny("a filter loads a module or orders"));
      if (known.includes("script")) effects.push(read(value));
      index++;
    } else if (
      /^-(?:y|n|an|vn|sn|dn|hide_banner|nostdin|nostats|stats|shortest|re|version|formats|codecs|encoders|decoders|filters|devices|protocols|h|help|L|benchmark|show_\w+|pretty|bitexact|copyts|autorotate|noautorotate|ignore_unknown)$/.test(
        known,
      )
    )
      continue;
    else if (/^-(?:passlogfile|vstats_file|progress|report|dump_attachment\S*|sdp_file|attach)$/.test(known))
      media(args[++index] ?? [], known === "-attach");
    else if (known.startsWith("-") && known !== "-") index++;
    else media(word, name !== "ffmpeg");
  }
  return effects;
};

/** `concat:a|b`, `file:/x`: the first file; the rest is inside the same text and judged with it. */
function fileOf(word: Word): Word {
  const text = literalText(word);
  return text === null
    ? word
    : [
        {
          kind: "text",
          text:
            text
              .replace(/^\w+[^:]*:(?:\/\/)?/, "")
              .split("|")
              .find((file) => /^\/|\.\./.test(file)) ?? text.replace(/^\w+[^:]*:/, "").split("|")[0]!,
        },
      ];
}

/** ImageMagick and kin: `x:` is the screen, `|` a command, `msl:` and `@file` further instructions. */
const magick: Program = ({ args, name }) => {
  const effects: Effect[] = [askNote("command.media", "works on pictures")];
  const isSub = name === "magick" || name === "gm";
  const first = literalText(args[0] ?? []);
  if (isSub && /^(?:import|display|animate|conjure|x:.*|-script)$/.test(first ?? "import"))
    return [...effects, capture];
  for (const [index, word] of args.entries()) {
    const known = literalPrefix(word);
    if (/^(?:x|screenshot|win|clipboard|xwd|dmr|v4l2?):/i.test(known)) effects.push(capture);
    else if (
      /^(?:msl|mvg|ephemeral|vid|print|scan|show|url|https?|ftp|ps|eps|pdf|xps|text|caption|label|pango|tile):/i.test(
        known,
      )
    ) {
      if (/^(?:https?|ftp|url):/i.test(known)) effects.push({ kind: "connect", peer: word });
      else if (/@/.test(known)) effects.push(read(textWord(known.slice(known.indexOf("@") + 1))));
      else if (/^(?:msl|ephemeral|print|scan|show)/i.test(known))
        effects.push(execDeny("a picture's name is an instruction"));
      else effects.push(read(textWord(known.replace(/^[a-z]+:/i, ""))));
    } else if (known.startsWith("|") || /^[a-z]+:\|/i.test(known))
      effects.push(execDeny("a picture's name is a command"));
    else if (known.startsWith("@")) effects.push(read(textWord(known.slice(1))));
    else if (/^[-+]|^\d|^[()]$/.test(known)) continue;
    else
      effects.push(index === args.length - 1 && name !== "identify" && name !== "display" ? write(word) : read(word));
  }
  return effects;
};

const media =
  (denied: RegExp): Program =>
  ({ args }) => [
    interactiveAsk,
    ...(args.some((word) => literalText(word) === null || denied.test(literalPrefix(word))) ? [capture] : []),
    ...argumentPaths(args),
  ];

export const desktopPrograms: readonly (readonly [string, Program])[] = [
  ...named(
    "firefox firefox-esr chromium chromium-browser google-chrome google-chrome-stable chrome brave brave-browser microsoft-edge microsoft-edge-stable opera vivaldi epiphany epiphany-browser falkon konqueror midori qutebrowser surf luakit nyxt librewolf tor-browser x-www-browser www-browser sensible-browser gnome-www-browser waterfox palemoon dillo netsurf",
    browser,
  ),
  ...named("chromedriver geckodriver selenium-server msedgedriver", () => [remote]),
  ...named(
    "xdg-open open gtk-launch exo-open kde-open kde-open5 gnome-open gvfs-open mimeopen run-mailcap see mate-open xdg-email handlr mimeo rifle start",
    opener,
  ),
  ...named("xdg-mime xdg-settings", setting(/^(?:query|get|check)$/)),
  ...named(
    "xdg-desktop-menu xdg-desktop-icon xdg-icon-resource update-desktop-database update-mime-database desktop-file-install",
    setting(/^(?:-h|--help)$/),
  ),
  ...named("gsettings", setting(/^(?:get|list-\w+|describe|range|writable|help)$/)),
  ...named("dconf", setting(/^(?:read|list|help)$/)),
  ...named(
    "kwriteconfig5 kwriteconfig6 kwriteconfig mateconftool-2 gconftool-2 lxqt-config nvidia-settings pactl pacmd amixer wpctl",
    setting(/^(?:list|info|status|get-\w+|scontrols|sget)$/),
  ),
  ["gio", gio],
  ...named(
    "xterm uxterm lxterm x-terminal-emulator gnome-terminal gnome-terminal.wrapper konsole xfce4-terminal lxterminal mate-terminal terminator tilix alacritty kitty foot wezterm urxvt rxvt st sakura guake yakuake qterminal terminology eterm aterm mlterm cool-retro-term hyper ptyxis kgx gnome-console deepin-terminal termite stterm roxterm tilda ghostty rio contour",
    terminal,
  ),
  ...named("ffmpeg ffprobe ffplay avconv avprobe", ffmpeg),
  ...named(
    "convert magick mogrify identify montage compare-im composite conjure stream animate display gm convert-im6.q16 identify-im6.q16 mogrify-im6.q16 magick-im7.q16",
    magick,
  ),
  ...named(
    "gst-launch-1.0 gst-launch vlc cvlc mpv mplayer mencoder streamer cheese guvcview sox",
    media(
      /ximagesrc|xvimagesrc|pipewiresrc|v4l2src|pulsesrc|alsasrc|screen:|v4l2:|pulse:|alsa:|dshow:|^av:\/\/|^\/dev|^-d$|record|^rec$/,
    ),
  ),
  ...named("arecord parecord parec pw-record rec fswebcam", () => [capture]),
  ...named(
    "eog evince okular xpdf mupdf zathura feh sxiv gimp inkscape libreoffice soffice lowriter localc nautilus thunar dolphin pcmanfm nemo caja gnome-calculator gnome-system-monitor gnome-control-center xfce4-settings-manager thunderbird evolution geary slack discord telegram-desktop signal-desktop zoom teams skype spotify steam virt-manager baobab file-roller ark galculator xcalc xclock xeyes xedit yad zenity kdialog xmessage dialog whiptail notify-send",
    viewer,
  ),
];
