/**
 * Words that speak of getting in, in the seven languages: beside one of them a made-up word is a password although nothing calls
 * it one.
 */

/** What is opened or protected: what stands behind it opens it. */
const OPENED = [
  String.raw`unlock|unlocks|decrypt\w*|encrypted|bios|psk|wpa[23]?|pre-?shared|ipsec|hotspot|unseal|wi-?fi|wlan|sudo|luks|bitlocker|keystore|bindpw|storepass|p/w`,
  String.raw`entsperr\w*|freischalt\w*|zugang|gastzugang|zugangsdaten|verschlüsselt|gäste\S{0,12}|gastnetz|öffnet|öffnest|öffnen|tresor`,
  String.raw`déverrouill\w*|chiffrée?|réseau|invités|ouvrir|s'ouvre|coffre|desbloque\w*|cifrad[oa]|invitados|se abre`,
  "解锁|解压码?|无线|热点|开机|锁屏|门禁|保险箱|解除|解凍|無線|잠금|와이파이|압축|무선",
].join("|");
/** Where one gets in: what stands behind it may be a name as well. */
const ENTERED = [
  "log(?:ged)?[ -]?(?:in|on)|logs in|sign[ -]?in|creds?|credentials?|root|admin|administrator|vpn|router|nas|ssh|ftp|rdp|sa",
  "database|postgres|mysql|archive|zip|pdf|vault|portal|access|secret|pass|passwords?|pw|pwd|kennwort|anmeldung|einloggen|archiv|datenbank",
  "connexion|connecter|connecte-toi|accès|mdp|acceso|acceder|iniciar sesión|entrar|clave|contraseña",
  "登录|登入|管理员|密码|口令|后台|ログイン|管理者|パスワード|入れます|로그인|관리자|비번|비밀번호|접속",
].join("|");
/** Who gets in: what stands directly behind it is a name. */
const WHO =
  "account|acct|user(?:name)?|benutzer\\w*|konto|identifiants?|compte|utilisateur|usuario|cuenta|账号|帐号|账户|帐户|用户|アカウント|ユーザー|계정|사용자";

const near = (source: string, behind = ""): RegExp =>
  new RegExp(String.raw`(?<![a-z\d])(?:${source})(?![a-z])${behind}`, "iu");
const ANY = new RegExp(
  near(
    `${OPENED}|${ENTERED}|${WHO}|auth\\w*|httpbasicauth|basicauth|passw\\w+|accounts|users|members?|customers?|logins|connect\\w*|getconnection|(?:en|de)crypt\\w*|u|usr|l|sys|sysdba|pi|ubuntu|deploy|operator|service|svc|backup|scott|demo|test|cisco|support`,
  ).source,
  "gi",
);

/** Tells whether one of the words stands, or begins, between two places of a text. */
export function accessPlaces(text: string): (from: number, to: number) => boolean {
  const places = [...text.matchAll(ANY)].map(({ index }) => index);
  return (from, to) => {
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[middle]! < from) low = middle + 1;
      else high = middle;
    }
    return low < places.length && places[low]! < to;
  };
}

/** Between the word and what stands behind it: a few words and a sign, or one word at most. */
export const BEHIND_OPENED = near(
  OPENED,
  String.raw`(?:[^\n:=]{0,32}?\s*(?:[:=→⇒/·–—|,]|->|=>| -|[ ](?:is|ist|est|es|with|mit|avec|con)|是|为|は|은|는)|(?:[ ]\p{L}{2,12})?)\s*["“'「]?$`,
);
export const BEHIND_ENTERED = near(
  ENTERED,
  String.raw`(?:(?:[ ](?!(?:name|names|id|type|typ|version|level|page|class|mode|group|role|team|nom|nombre)[ :=])[\p{L}\d-]{2,12}){0,2}[ ]?(?:[:=→⇒]|->|=>|[ ](?:is|ist|est|es|with|mit|avec|con)|是|为|は|은|는)\s*)["“'「]?$`,
);
export const BESIDE_ENTERED = near(ENTERED, `[ ]{0,2}["“'「]?$`);
