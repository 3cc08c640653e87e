import { literalPrefix, literalText, textWord, type Word } from "../shell/word.ts";
import { argumentPaths } from "./argument-paths.ts";
import { execDeny, named } from "./kit.ts";
import { denyNote, type Effect, type Program } from "./program.ts";

/** Command-line clients of services on the net: a question each, denied where they print secrets, run programs or open tunnels. */

const secret = denyNote("command.keyring", "prints or stores login secrets");
const tunnel = denyNote("command.tunnel", "opens a tunnel, a shell or a listener");
const runs = execDeny("an option of a client names a program to run");

interface Client {
  /** Over the words joined by blanks, options included. */
  readonly secrets: RegExp;
  readonly tunnels: RegExp;
  readonly running: RegExp;
  /** Subcommands that send files: the local operands behind them leave. */
  readonly sending: RegExp;
}

const NEVER = /(?!)/;
/** UTF-16 code units: the patterns look over the whole line. */
const LINE_MAX = 4096;
const client =
  (spec: Partial<Client>): Program =>
  ({ args }) => {
    const line = args
      .map((word) => literalText(word) ?? "\u0000")
      .join(" ")
      .slice(0, LINE_MAX + 1);
    const words = args.filter((word) => !literalPrefix(word).startsWith("-"));
    const verb = words.findIndex((word) => SENDING_VERB.test(literalText(word) ?? ""));
    const sends = (spec.sending ?? NEVER).test(line) ? words.slice(verb + 1).filter(isLocal) : [];
    return [
      { kind: "connect", peer: null, sends },
      ...(line.length > LINE_MAX ? [runs] : []),
      ...((spec.secrets ?? NEVER).test(line) ? [secret] : []),
      ...((spec.tunnels ?? NEVER).test(line) ? [tunnel] : []),
      ...((spec.running ?? NEVER).test(line) ? [runs] : []),
      ...(literalText(args[0] ?? []) === null && args.length > 0
        ? [denyNote("command.dynamic", "the command of a program is computed")]
        : []),
      ...files(args),
      ...argumentPaths(args),
    ];
  };

const SENDING_VERB = /^(?:cp|copy|rsync|mv|sync|put|put-object|upload|create|publish|deploy)$/;
const isLocal = (word: Word): boolean => !/^[a-z0-9+-]+:/i.test(literalPrefix(word));

/** `file://x`, `fileb://x`, `@x`: their content is sent. */
function files(args: readonly Word[]): readonly Effect[] {
  return args.flatMap((word): Effect[] => {
    const text = literalText(word);
    const found = text === null ? null : /(?:^|=)(?:fileb?:\/\/|@)(.+)$/s.exec(text);
    return found === null ? [] : [{ kind: "connect", peer: null, sends: [textWord(found[1]!)] }];
  });
}

export const clouds: readonly (readonly [string, Program])[] = [
  [
    "aws",
    client({
      secrets:
        /\bconfigure (?:get|export-credentials|list\b|set|import)|\bget-(?:session-token|federation-token|login-password|login|secret-value|password-data|authorization-token|random-password)|\bassume-role|\bcreate-access-key|\bssm get-parameter.*--with-decryption|\bsso get-role|\bexport-credentials|\bkms decrypt|\bget-credential/,
      tunnels:
        /\bstart-session|\bexecute-command|\bec2-instance-connect|\bopen-tunnel|\beks (?:get-token|update-kubeconfig)/,
      sending: /\bs3 (?:cp|sync|mv)\b|\bs3api put-object/,
    }),
  ],
  ...named(
    "gcloud gsutil bq",
    client({
      secrets:
        /\bprint-(?:access|identity|refresh)-token|\bauth (?:login|application-default|activate)|\bsecrets versions access|\bkeys create|\bconfig-helper|\bkms decrypt|\bget-credentials/,
      tunnels: /\bstart-iap-tunnel|\bssh\b|\bport-forward|\bproxy\b|\bemulators\b|\bcloud-shell/,
      sending: /\bcp\b|\brsync\b|\bmv\b|\bstorage (?:cp|rsync)/,
    }),
  ),
  [
    "az",
    client({
      secrets:
        /\bget-access-token|\bkeyvault (?:secret|key) (?:show|download|backup)|\bkeys list|\bcredential\b|\baccount login|^login|\bget-credentials|\blist-keys|\bshow-connection-string/,
      tunnels: /\bbastion|\bssh\b|\btunnel|\bremote/,
      sending: /\bupload/,
    }),
  ],
  [
    "gh",
    client({
      secrets:
        /\bauth (?:token|login|status.*(?:-t\b|--show-token)|setup-git|refresh)|\bsecret (?:get|list)|\bssh-key add|\bgpg-key add/,
      tunnels: /\bcodespace (?:ssh|ports|cp|jupyter|logs)|\bcs (?:ssh|ports|cp)/,
      running: /\balias (?:set|import)|\bextension (?:install|exec)|\bconfig set/,
      sending: /\brelease (?:upload|create)|\bgist create/,
    }),
  ],
  [
    "glab",
    client({
      secrets: /\bauth (?:login|status.*-t|token)|\btoken\b|\bvariable (?:get|export|list)|\bssh-key add/,
      running: /\balias set|\bconfig set/,
      sending: /\brelease (?:upload|create)|\bsnippet create/,
    }),
  ],
  ["hub", client({ running: /\balias\b/ })],
  ...named(
    "kubectl kubectl.exe oc k kubecolor",
    client({
      secrets:
        /\b(?:get|describe|edit) (?:-\S+ )*(?:secrets?|\S*,secrets?|all,\S*secret)\b|\bconfig view.*(?:--raw|--flatten)|\bcreate token|\bwhoami -t|\bserviceaccounts? get-token|\bsecret\//,
      tunnels: /\b(?:exec|attach|port-forward|proxy|cp|debug|run|rsh|rsync|alpha)\b|\bplugin\b/,
      running: /--(?:diff-program|kuberc|exec-command)/,
    }),
  ),
  ...named(
    "helm helmfile kustomize skaffold tilt argocd flux istioctl",
    client({
      running:
        /--post-renderer|\bplugin (?:install|update)|--enable-exec|--enable-alpha-plugins|--enable-helm|\bexec\b/,
      secrets: /\bget values|\blogin\b|\bsecret/,
      tunnels: /\bport-forward|\bdashboard|\bserve\b|\bup\b/,
    }),
  ),
  ...named(
    "terraform tofu terragrunt pulumi packer cdktf cdk sam serverless sls",
    client({
      secrets: /\boutput .*-(?:json|raw)|\bstate pull|\blogin\b|--show-secrets|\bconfig get/,
      running: /\b(?:console)\b|-plugin-dir|--terragrunt-(?:tfpath|hook)/,
      tunnels: /\blocal start-api|\boffline\b/,
    }),
  ),
  ...named(
    "heroku vercel netlify fly flyctl railway render doctl linode-cli hcloud vultr-cli ibmcloud oci aliyun tccli scw exo upctl firebase supabase wrangler cf eb amplify now surge dokku caprover nomad boundary waypoint convox platform pantheon acli okteto",
    client({
      secrets:
        /\b(?:auth:token|auth token|authorizations:create|config:get|config\b|env pull|env ls|env list|secrets? (?:list|get|reveal)|secret\b|token\b|credentials?|login|keys\b|pg:credentials|db credentials)/,
      tunnels:
        /\b(?:ssh|ps:exec|run\b|console|proxy|port-forward|tunnel|dev\b|local\b|emulators|serve|shell|connect|exec)\b/,
      sending: /\bdeploy|\bupload|\bpublish/,
    }),
  ),
  ...named(
    "s3cmd b2 azcopy mcli s4cmd s5cmd dropbox gdrive onedrive megaput mega-put transfer transfer.sh restic borg duplicity duplicati rdiff-backup kopia tarsnap",
    client({
      secrets: /--dump-config|\bkey export|\bauthorize/,
      running:
        /--(?:password-command|rsh|ssh-cmd|passcommand|use-scp)|\bmount\b|\bserve\b|-o .*(?:command|program|args)=/,
      sending: /\b(?:put|sync|cp|upload|upload-file|mirror|backup|create)\b/,
    }),
  ),
  ...named(
    "slack-cli slackcat telegram-send signal-cli matrix-commander ntfy pushover apprise gotify pastebinit wgetpaste termbin sprunge ix gist 0x0 hastebin nopaste t toot",
    client({ sending: /./ }),
  ),
  ...named(
    "sops age rage ansible-vault",
    client({
      secrets: /(?:^|\s)(?:-d|--decrypt|decrypt|view|edit|exec-env|exec-file|-i)(?:\s|$)/,
      running: /\bexec-(?:env|file)|--vault-password-file|--vault-id/,
    }),
  ),
];
