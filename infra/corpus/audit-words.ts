import { AuditAction, DataKind } from "@deskfleet/contracts";

const ACTIONS: Readonly<Record<string, AuditAction>> = {
  ...{
    press: "key",
    key_press: "key",
    press_key: "key",
    hotkey: "key",
    fill: "type",
    input: "type",
    set_value: "type",
    double_click: "click",
  },
  ...{
    tap: "click",
    check: "click",
    toggle: "click",
    goto: "navigate",
    open: "navigate",
    clipboard_paste: "paste",
    file_upload: "upload",
  },
  ...{
    move: "hover",
    mouse_move: "hover",
    view: "read",
    capture: "screenshot",
    exec: "run",
    command: "run",
    write: "write_file",
    delete: "delete_file",
  },
};
/** What a row calls its action; an unknown one is judged as a click. */
export const actionOf = (name: string): AuditAction => {
  const known = AuditAction.safeParse(name);
  return known.success ? known.data : (ACTIONS[name] ?? "click");
};

const KINDS: readonly [RegExp, DataKind][] = [
  [/pass(?:word|phrase)|passwd/, "password"],
  [/otp|one.?time|sms.?code|login.?code|verification|recovery.?code|backup.?code|2fa/, "otp"],
  [/private.?key|ssh.?key/, "private_key"],
  [/api.?key|secret.?key|access.?key|^key$|^secret$|credential/, "api_key"],
  [/token|cookie|session/, "token"],
  [/seed|mnemonic/, "seed"],
  [/card|cvv|cvc|payment/, "card"],
  [/^pin|door.?code/, "pin"],
  [/iban|bank|account/, "iban"],
  [/national|ssn|social|tax|id.?(?:number|card|no)|resident/, "national_id"],
  [/passport|licen[cs]e|identity/, "identity"],
  [/phone|mobile|tel/, "phone"],
  [/mail/, "email"],
  [/birth|dob|age/, "birth_date"],
  [/address|street|post.?code|zip|city/, "address"],
  [/medical|health|diagnos|patient/, "medical"],
  [/salary|wage|payroll|income/, "salary"],
  [/name/, "name"],
  [/person|contact|record|customer|client|employee|profile|member/, "person"],
  [/document|file|report|contract/, "document"],
];
/** The kinds that a row names: one, several in one text (`name, card`), or none. */
export function kindsOf(names: string | readonly string[] | undefined): DataKind[] {
  const each = [names ?? []].flat().flatMap((name) => name.split(/\s*(?:[,;+&|/]|\band\b)\s*/));
  return [...new Set(each.flatMap(kindOf))];
}

const NOTHING_PERSONAL =
  /^(?:none|text|public|-|query|search|message|amount|(?:order|parcel|invoice|ticket|booking|tracking|reference|article|product|flight|room|page|case|serial|part|model)[_ ]?(?:number|no|id|code|name)|)$/i;

function kindOf(name: string): DataKind[] {
  if (NOTHING_PERSONAL.test(name)) return [];
  const known = DataKind.safeParse(name);
  return [known.success ? known.data : (KINDS.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1] ?? "other")];
}
