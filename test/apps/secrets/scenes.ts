import sharp from "sharp";
import type { Desk } from "../desk.ts";
import {
  anthropicKey,
  awsKeyId,
  awsSecret,
  card,
  chineseMobile,
  type Dice,
  dni,
  email,
  germanMobile,
  githubToken,
  iban,
  oneTimeCode,
  password,
  privateKeyLines,
  residentId,
  socialSecurityNumber,
} from "./planted.ts";

/** Something with planted values that a desktop shows. */
export interface Scene {
  readonly name: string;
  /** Must not be seen by anybody who asks for the screen. */
  readonly values: readonly string[];
  /** Stands beside them and must be seen. */
  readonly harmless: readonly string[];
  /** Kinds that a frame names at least. */
  readonly kinds: readonly string[];
  /** Of a page: the id of its body, under which it says where its values stand. */
  readonly page?: string;
  /** What the tools of app state call it; its process where nothing is said. */
  readonly app?: string;
  /** Writes what is to be shown and starts what shows it. @returns its process, which leads a group */
  show(desk: Desk): Promise<string>;
}

const PAGES = "/workspace/pages";
const put = (desk: Desk, path: string, content: string | Buffer) =>
  desk.shell(`printf %s '${Buffer.from(content).toString("base64")}' | base64 -d > ${path}`);

/** Over the whole screen, so that a pixel of the page is a pixel of the screen. */
async function showPage(desk: Desk, id: string, language: string, body: string, title = id): Promise<string> {
  const style =
    "body{font:16px DejaVu Sans,Noto Sans CJK SC;margin:24px} p{margin:14px 0} input{font:16px DejaVu Sans;width:360px}";
  const head = `<meta charset="utf-8"><title>${title}</title><style>${style}</style><script src="secrets.js"></script>`;
  await put(
    desk,
    `${PAGES}/${id}.html`,
    `<!doctype html><html lang="${language}"><head>${head}</head><body id="${id}">${body}</body></html>`,
  );
  return desk.start(`chromium --kiosk "http://127.0.0.1:$(cat /tmp/port)/${id}.html"`);
}

export function loginPage(dice: Dice): Scene {
  const [address, word, phone, code] = [email(dice), password(dice), germanMobile(dice), oneTimeCode(dice)];
  const field = (label: string, value: string) =>
    `<p><label>${label}<br><input value="${value}" data-planted></label></p>`;
  return {
    name: "a login page and a mail with a code",
    values: [address, word, phone, code],
    harmless: [
      "Meridian travel portal",
      "Opening hours of the service desk",
      "Remember this computer",
      "Signing in",
      "valid for ten minutes",
    ],
    kinds: ["email", "otp", "password", "phone"],
    page: "login",
    app: "chromium",
    show: (desk) =>
      showPage(
        desk,
        "login",
        "en",
        `<h1>Meridian travel portal</h1><p>Opening hours of the service desk: weekdays until noon</p>
        ${field("E-mail", address)}${field("Password", word)}${field("Mobile phone", phone)}
        <p><label>New password<br><input type="password" id="new"></label>
        <button onclick="echo.textContent='You typed '+document.getElementById('new').value">Show what was typed</button> <span id="echo"></span></p>
        <p><label><input type="checkbox" style="width:auto"> Remember this computer</label></p><hr>
        <h3>Signing in</h3><p>Your verification code is <span data-planted>${code}</span></p><p>It stays valid for ten minutes.</p>`,
        `Your verification code is ${code}`,
      ),
  };
}

export function chineseForm(dice: Dice): Scene {
  const rows: [string, string][] = [
    ["身份证号", residentId(dice)],
    ["手机号码", chineseMobile(dice)],
    ["银行卡号", card(dice)],
    ["登录密码", password(dice)],
    ["短信验证码", oneTimeCode(dice)],
  ];
  const lines = rows.map(
    ([label, value]) => `<p><span data-label>${label}：</span><span data-planted>${value}</span></p>`,
  );
  return {
    name: "a Chinese form",
    values: rows.map(([, value]) => value),
    harmless: ["Registry office", "Form registered"],
    kinds: ["card", "national_id", "otp", "password", "phone"],
    page: "form",
    app: "chromium",
    show: (desk) =>
      showPage(
        desk,
        "form",
        "zh",
        `<h1>员工登记表</h1><p>Registry office</p><p><span data-label>姓名：王小明</span></p>${lines.join("")}
        <p><span data-label>备注：请在周五之前提交</span></p><p>Form registered</p>`,
      ),
  };
}

export function terminal(dice: Dice): Scene {
  const [keyId, secret, token, word] = [awsKeyId(dice), awsSecret(dice), githubToken(dice), password(dice)];
  const key = privateKeyLines(dice);
  const text = [
    "$ cat .aws/credentials",
    `aws_access_key_id = ${keyId}`,
    `aws_secret_access_key = ${secret}`,
    "region = north",
    "$ cat .env",
    `GITHUB_TOKEN=${token}`,
    `DATABASE_URL=postgres://orders:${word}@database:5432/orders`,
    "$ cat .ssh/deploy",
    "-----BEGIN OPENSSH PRIVATE KEY-----",
    ...key,
    "-----END OPENSSH PRIVATE KEY-----",
    "$ make release",
    "Build finished in nine seconds",
    "",
  ];
  return {
    name: "a terminal with keys",
    values: [keyId, secret, token, word, ...key],
    harmless: ["region", "make release", "Build finished in nine seconds"],
    kinds: ["api_key", "password", "private_key", "token"],
    show: async (desk) => {
      await put(desk, "/workspace/terminal.txt", text.join("\n"));
      const look = "-bg '#101418' -fg '#d8d8d8' -fa Monospace -fs 11 -geometry 100x24+20+20";
      return desk.start(`xterm ${look} -e sh -c 'cat terminal.txt; sleep 600'`);
    },
  };
}

export function spreadsheet(dice: Dice): Scene {
  const people = ["Alder", "Birch", "Cedar"].map((name) => ({
    name,
    secrets: [iban(dice), card(dice), socialSecurityNumber(dice), dni(dice), germanMobile(dice), email(dice)],
  }));
  const rows = [
    ["Person", "IBAN", "Card number", "SSN", "DNI", "Mobile", "E-mail"],
    ...people.map(({ name, secrets }) => [name, ...secrets]),
    ["Payments of the third quarter"],
  ];
  const widths = [2.4, 6.2, 4.6, 3, 2.6, 4, 7.4];
  const styles = widths.map(
    (width, at) =>
      `<style:style style:name="c${at}" style:family="table-column"><style:table-column-properties style:column-width="${width}cm"/></style:style>`,
  );
  const columns = widths.map((_width, at) => `<table:table-column table:style-name="c${at}"/>`);
  const cells = rows.map(
    (row) =>
      `<table:table-row>${row.map((cell) => `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`).join("")}</table:table-row>`,
  );
  const spaces = ["office", "style", "table", "text"]
    .map((space) => `xmlns:${space}="urn:oasis:names:tc:opendocument:xmlns:${space}:1.0"`)
    .join(" ");
  const document = `<?xml version="1.0" encoding="UTF-8"?><office:document ${spaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles>${styles.join("")}</office:automatic-styles><office:body><office:spreadsheet><table:table table:name="People">${columns.join("")}${cells.join("")}</table:table></office:spreadsheet></office:body></office:document>`;
  return {
    name: "a spreadsheet with personal data",
    values: people.flatMap(({ secrets }) => secrets),
    harmless: ["Person", "Alder", "Birch", "Cedar", "Payments of the third quarter"],
    kinds: ["card", "email", "iban", "national_id"],
    app: "libreoffice-calc",
    show: async (desk) => {
      await put(desk, "/workspace/people.fods", document);
      return desk.start("libreoffice --nologo --norestore --calc people.fods");
    },
  };
}

export function picture(dice: Dice): Scene {
  const [key, word] = [anthropicKey(dice), password(dice)];
  const lines = ["Deployment handbook", `Anthropic  ${key}`, `Database password: ${word}`, "Ask the night shift first"];
  const texts = lines.map(
    (line, at) => `<text x="20" y="${40 + at * 44}" font-family="DejaVu Sans" font-size="17">${line}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="860" height="210"><rect width="100%" height="100%" fill="#fbf7ec"/>${texts.join("")}</svg>`;
  return {
    name: "a picture that holds a key",
    values: [key, word],
    harmless: ["Deployment handbook", "Ask the night shift first"],
    kinds: ["password"],
    show: async (desk) => {
      await put(desk, "/workspace/picture.png", await sharp(Buffer.from(svg)).png().toBuffer());
      return desk.start("python3 programs/show_picture.py picture.png");
    },
  };
}
