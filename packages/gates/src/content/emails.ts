interface Found {
  readonly start: number;
  readonly end: number;
}

const LOCAL = /[A-Za-z0-9._%+'\u00c0-\u024f\u0370-\u05ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af-]/;
const LOCAL_MAX = 64;
/** Behind the local part: `@`, also as people disguise it and as recognition tears it apart. */
const AT = /[@©]|[ ]?[[(]at[\])][ ]?/g;
const DOMAIN =
  /[ ]?(?:[A-Za-z0-9\u00c0-\u024f\u4e00-\u9fff](?:[A-Za-z0-9\u00c0-\u024f\u4e00-\u9fff-]{0,62})(?:\.|[ ]?[[(]dot[\])][ ]?|\.[ ](?=[a-z]{2,3}(?![A-Za-z]))|[ ]\.)){1,6}(?:[A-Za-z]{2,24}|xn--[a-z0-9-]{2,50}|公司|中国|网络)(?![A-Za-z0-9_-])/y;
const FILE_ENDING =
  /\.(?:png|jpe?g|gif|svg|webp|ico|js|mjs|cjs|ts|tsx|jsx|py|rb|go|rs|java|kt|c|h|cpp|md|txt|json|ya?ml|toml|lock|html?|css|scss|sh|zip|gz|tgz|tar|jar|whl|deb|rpm|exe|dll|so|service|socket|timer|target|log|conf|ini|pdf|docx?|xlsx?|csv|xml|local|internal|lan|localdomain)$/i;

/** Mailboxes that belong to a task and not to a person. */
const ROLES = new Set(
  `info support noreply reply donotreply help helpdesk admin administrator administration webmaster postmaster hostmaster abuse sales contact contacts contactus
billing accounts accounting accountspayable payable receivable finance invoice invoices payment payments hr jobs job career careers recruiting recruitment talent
press media pr marketing newsletter news office service services customerservice customercare customer customers care client clients team teams hello hi hey mail email
mailer daemon mailerdaemon security privacy legal compliance dpo gdpr feedback order orders shop store booking bookings reservation reservations reception frontdesk
notification notifications notify alert alerts update updates bounce bounces list lists subscribe unsubscribe root system sysadmin sys bot robot automated auto ops
operations devops sre infra infrastructure dev developer developers engineering it itsupport tech technical techsupport network noc soc desk partners partner
partnership partnerships affiliates vendor vendors procurement purchasing buyer logistics shipping delivery warehouse returns refunds claims insurance events event training
community moderator moderators ticket tickets report reports editor editorial redaktion editors board council secretary secretariat sekretariat general inquiries inquiry enquiries enquiry questions ask
kontakt service kundenservice kundendienst kundenbetreuung rechnung rechnungen buchhaltung bestellung bestellungen verkauf vertrieb bewerbung bewerbungen personal presse datenschutz
impressum poststelle zentrale anfrage anfragen hilfe termin termine versand reklamation
contacto soporte ayuda ventas atencion atencionalcliente facturacion pedidos clientes empleo prensa comercial administracion reservas informacion
contact assistance aide ventes facturation commandes commande recrutement presse comptabilite accueil renseignements secretariat rh clientele
contato suporte vendas assistenza vendite einkauf procurement acquisitions caigou chumon juchu eigyo soumu zamowienia biuro kefu fuwu xiaoshou zhaopin hezuo tousu shangwu caiwu
status monitor monitoring jenkins ci build builds git svn backup cron www ftp web api app apps demo test tests testing example user username you your name yourname someone somebody anyone nobody
youremail youraddress myemail emailaddress placeholder sample firstname lastname first last vorname nachname nombre prenom nom correo`.split(
    /\s+/,
  ),
);
const isRolePart = (part: string): boolean =>
  ROLES.has(part) ||
  /^\d*$/.test(part) ||
  /^(?:no|do|not|the|de|en|fr|es|eu|us|uk|cn|jp|kr|global|emea|apac|dach|intl|global|main|central|online|web|team|desk|group|dept|department|public|internal|external)$/.test(
    part,
  );

/** Addresses of persons. Role mailboxes, logins of other machines (`git@host:path`, `ssh user@host`) and masked ones are none. */
export function emails(text: string): Found[] {
  const found: Found[] = [];
  for (const { 0: sign, index } of text.matchAll(AT)) {
    let start = index;
    // One blank on either side of a lone sign is recognition's.
    if (
      sign === "@" &&
      text[start - 1] === " " &&
      /[A-Za-z0-9]/.test(text[start - 2] ?? "") &&
      /[A-Za-z0-9]/.test(text[index + 1] ?? "") &&
      text.slice(start - 40, start - 1).match(/[._][A-Za-z0-9]+$/)
    )
      start--;
    const localEnd = start;
    while (start > 0 && localEnd - start < LOCAL_MAX && LOCAL.test(text[start - 1]!)) start--;
    while (start < localEnd && /[._%+'-]/.test(text[start]!)) start++;
    const local = text.slice(start, localEnd);
    // An address stands within Chinese or Japanese text without a blank.
    const ascii = /[A-Za-z0-9._%+-]+$/.exec(local)?.[0];
    if (ascii !== undefined && ascii.length < local.length && /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(local))
      start = localEnd - ascii.length;
    if (start === localEnd) continue;
    DOMAIN.lastIndex = index + sign.length;
    const domain = DOMAIN.exec(text)?.[0];
    if (domain === undefined || FILE_ENDING.test(domain)) continue;
    const end = index + sign.length + domain.length;
    if (!isElsewhere(text, start, end) && !isRole(text.slice(start, localEnd))) found.push({ start, end });
  }
  return found;
}

/** The local part is no mailbox's: part of a URL, a login of another machine, the visible rest of a masked address. */
function isElsewhere(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 80), start);
  if (/[*•●…]$/.test(before) || /:\/\/[^\s]*$/.test(before)) return true;
  if (
    /(?:^|[\s;|&(])(?:ssh|scp|sftp|rsync|mosh|ssh-copy-id|git clone|clone)(?:\s+-\S+)*(?:\s+\S+)?\s+["']?$/.test(before)
  )
    return true;
  return /^:(?:[~/]|[\w.-]+\/|\d{2,5}\/)/.test(text.slice(end, end + 40)) || /^[#$]/.test(text.slice(end, end + 1));
}

/** Of a mailbox's words, all name a task, or the first does and no other is a person's. */
function isRole(local: string): boolean {
  const parts = local
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .split(/[._%+'-]+/)
    .filter((part) => part !== "");
  const isTask = (part: string): boolean =>
    ROLES.has(part) || ROLES.has(part.replace(/\d+$/, "")) || ROLES.has(part.replace(/s$/, ""));
  if (/^[^+]+\+/.test(local) && ROLES.has(parts[0]!)) return true;
  if (
    parts.length > 1 &&
    /^(?:noreply|reply|support|notifications?|bounces?|alerts?|info|mailer|billing|orders?|no|donotreply|team)$/.test(
      parts[0]!,
    ) &&
    !/^[a-z]{3,}$/.test(parts[1]!)
  )
    return true;
  return (
    (parts.some(isTask) && parts.every((part) => isTask(part) || isRolePart(part))) ||
    /^(?:no|do)[-_.]?(?:not[-_.]?)?reply/.test(local.toLowerCase())
  );
}
