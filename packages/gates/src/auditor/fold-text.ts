import { latinLookAlike, mixesScripts } from "./confusables.ts";
import { remembering } from "./remember.ts";

/** Letters that Unicode does not take apart, and punctuation of several forms. */
const FOLDS: Readonly<Record<string, string>> = {
  ...{ đ: "d", ł: "l", ø: "o", ı: "i", ß: "ss", æ: "ae", œ: "oe", þ: "th", ð: "d", ŋ: "n", ħ: "h" },
  ...{
    "’": "'",
    "‘": "'",
    "`": "'",
    "´": "'",
    "“": '"',
    "”": '"',
    "„": '"',
    "«": '"',
    "»": '"',
    "–": "-",
    "—": "-",
    "‑": "-",
    "−": "-",
  },
};

/** Traditional characters and Japanese forms of words in the lexicons, each before its simplified form. */
const HAN =
  "刪删發发請请點点擊击確确認认訂订閱阅驗验證证碼码帳账號号戶户轉转購购買买權权機机動动級级個个們们這这無无視视規规則则壓压" +
  "應应該该當当須须員员門门開开關关閉闭電电話话郵邮費费錢钱幣币價价總总計计額额領领導导覽览檢检尋寻搜搜詢询問问題题識识別别" +
  "學学習习課课範范誘诱騙骗詐诈訓训練练條条態态圖图書书記记錄录歷历設设備备軟软裝装載载執执運运腳脚終终輸输貼贴複复製制選选擇择勾勾" +
  "給给發发佈布傳传寄寄貨货單单結结賬账儲储匯汇儘尽繳缴納纳續续預预約约報报審审准准許许簽签約约簡简訊讯體体語语種种類类處处理理" +
  "嗎吗麼么說说讀读寫写術术務务間间時时為为與与並并後后從从對对聯联絡络護护資资訪访聽听見见覺觉觀观標标籤签誰谁讓让變变還还過过進进" +
  "銀银銷销註注冊册臺台灣湾據据憑凭鑰钥鎖锁爾尔經经濟济權权產产業业獲获優优勢势營营隱隐藏藏偽伪裝装謝谢願愿駁驳絕绝濾滤盡尽徹彻";
const HAN_FOLDS = new Map(
  Array.from({ length: Math.floor([...HAN].length / 2) }, (_, index): [string, string] => [
    HAN.charAt(2 * index),
    HAN.charAt(2 * index + 1),
  ]),
);

const FOLDED_HAN = new RegExp(`[${[...HAN_FOLDS.keys()].join("")}]`, "g");

/**
 * One spelling for what people read as the same text: compatibility forms, case, accents of Latin, Greek and Cyrillic letters,
 * traditional characters; characters without a picture are taken out, letters written with tag characters become letters.
 */
export function foldText(text: string): string {
  if (!/[^\x20-\x7e\n\t]/.test(text)) return text.toLowerCase();
  return unmix(foldAlone(text) ?? foldLetters(text));
}

const [ONE, SEVERAL, BOUND] = [1, 2, 3];
/** By UTF-16 unit: whether it becomes one unit, none or several, or what its neighbours tell. 0 is not looked up yet. */
const KINDS = new Uint8Array(0x10000);
const BECOMES = new Uint16Array(0x10000);
const buffer = new Uint16Array(4_096);

/** As `foldLetters`, unit by unit, for texts in which none depends on those around it; else null. */
function foldAlone(text: string): string | null {
  let folded = "";
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const kind = KINDS[unit] || kindOf(unit);
    if (kind === BOUND) return null;
    if (kind === ONE) buffer[length++] = BECOMES[unit] as number;
    else {
      const isPair = isSurrogate(unit);
      const several = longer(isPair ? text.slice(at, at + 2) : text.charAt(at));
      if (several === null) return null;
      for (let index = 0; index < several.length; index++) buffer[length++] = several.charCodeAt(index);
      if (isPair) at++;
    }
    if (length < buffer.length - LONGEST) continue;
    folded += written(length);
    length = 0;
  }
  return folded + written(length);
}
/** The first units of the buffer. A decoder takes long to begin, and a call with a long list of arguments much memory. */
const written = (length: number): string =>
  length < SHORT
    ? Reflect.apply(String.fromCharCode, null, buffer.subarray(0, length))
    : decoder.decode(buffer.subarray(0, length));
const SHORT = 128;
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
const decoder = new TextDecoder(isLittleEndian ? "utf-16le" : "utf-16be", { ignoreBOM: true });
/** In units: no sign becomes more (U+FDFA is the longest). */
const LONGEST = 32;
const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xe000;

function kindOf(unit: number): number {
  const sign = String.fromCharCode(unit);
  const folded = isSurrogate(unit) ? undefined : longer(sign);
  const kind = folded === null ? BOUND : folded?.length === 1 ? ONE : SEVERAL;
  if (kind === ONE) BECOMES[unit] = (folded as string).charCodeAt(0);
  KINDS[unit] = kind as number;
  return kind as number;
}
/** What a sign, one unit or a pair, becomes wherever it stands; null where that depends on its neighbours, and for half a pair. */
const longer = remembering({ entriesMax: 4_000, charactersMax: 2 }, (sign: string): string | null => {
  const folded = NEEDS_NEIGHBOURS.test(sign.normalize("NFKC")) ? null : foldLetters(sign);
  return folded === null || NEEDS_NEIGHBOURS.test(folded) ? null : folded;
});
/** Marks that are not taken out, parts of Korean and Kirat Rai syllables, halves of pairs, and the Greek letter with a form for the end of a word. */
const NEEDS_NEIGHBOURS =
  /(?![\u0300-\u036f\u0489])\p{M}|[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\u{16d63}-\u{16d6a}]|\p{Surrogate}|Σ/u;

/** No language mixes Latin letters with Cyrillic, Greek or Armenian ones: such a word is meant to be read as a Latin one. */
const unmix = (text: string): string =>
  /[\u0370-\u058f]/.test(text) && /[a-z][\u0370-\u058f]|[\u0370-\u058f][a-z]/.test(text)
    ? text.replace(/\p{L}+/gu, (word) => (mixesScripts(word) ? (latinLookAlike(word) ?? word) : word))
    : text;

function foldLetters(text: string): string {
  const visible = text
    .replace(/[\u{E0020}-\u{E007E}]/gu, (tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000))
    .replace(
      /\p{Cf}|\p{Variation_Selector}|[\u{E0000}-\u{E00FF}]|\u034f|[\u115f\u1160\u3164\uffa0]|\u17b4|\u17b5/gu,
      "",
    )
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " ");
  const plain = visible.normalize("NFKC").toLowerCase().normalize("NFD");
  return plain
    .replace(/[\u0300-\u036f\u0489]/g, "")
    .normalize("NFC")
    .replace(/[đłøıßæœþðŋħ’‘`´“”„«»–—‑−]/g, (letter) => FOLDS[letter] ?? letter)
    .replace(FOLDED_HAN, (sign) => HAN_FOLDS.get(sign) ?? sign);
}
