import type { LabelWords } from "../labels.ts";

const label = (schemes: string, words: string): LabelWords => ({ kind: "national_id", words, schemes });

/**
 * What the numbers of persons are called, and which schemes each name can mean (`scheme.id`; `*` is every scheme with a check
 * digit). A name of one country's number is read as that number only: another scheme's check would pass by chance.
 */
export const ID_LABELS: readonly LabelWords[] = [
  label(
    "cn cn15 tw hk mo",
    `身份证|身份证号|身份证号码|身份证件号|公民身份号码|居民身份证|身份號碼|身份證|身份證字號|身份證號碼|證件號碼|证件号|证件号码|证件编号|身分證|身分證字號|resident id
|resident identity card|chinese id|中国身份证`,
  ),
  label("passport cn", "护照|护照号|护照号码|護照|護照號碼|通行证|港澳通行证"),
  label(
    "us-ssn us-itin",
    "ssn|social security|social security number|social security no|itin|soc sec|社会安全号|社会安全号码|社安号",
  ),
  label(
    "es-dni es-nie ar-dni ar-cuit",
    "dni|nie|dni/nie|nif|d.n.i|n.i.e|n.i.f|dni nie|documento nacional de identidad",
  ),
  label("es-ss", "numero de afiliacion|seguridad social|nuss|numero de la seguridad social"),
  label("ar-cuit", "cuit|cuil|cuit/cuil"),
  label(
    "fr-nir",
    "nir|securite sociale|numero de securite sociale|n° de securite sociale|n° ss|no secu|numero secu|carte vitale|insee|n° secu|secu",
  ),
  label("fr-tax", "numero fiscal|spi|reference fiscale"),
  label("it-cf", "codice fiscale|cod. fiscale|cod. fisc|cf|c.f"),
  label("pl-pesel", "pesel|numer pesel|nr pesel"),
  label("nl-bsn", "bsn|bsn-nummer|bsn nr|burgerservicenummer|sofinummer"),
  label("br-cpf", "cpf|cpf/mf"),
  label("kr-rrn", "rrn|주민등록번호|주민번호|주민등록 번호|외국인등록번호|resident registration number|korean rrn"),
  label("jp-my-number", "my number|mynumber|マイナンバー|個人番号"),
  label(
    "de-tax",
    "steuer-id|steueridentifikationsnummer|steuer-idnr|steuer id nr|steuerliche identifikationsnummer|idnr|tin|steuer-identifikationsnummer|st.-id|stid",
  ),
  label(
    "de-card",
    "personalausweis|personalausweisnummer|personalausweis-nr|ausweisnummer|ausweis-nr|ausweis|ausweisnr",
  ),
  label(
    "de-sv at-sv ch-ahv",
    "sozialversicherungsnummer|sv-nummer|svnr|sv-nr|rentenversicherungsnummer|rv-nummer|rvnr|versicherungsnummer|sozialversicherungsnr",
  ),
  label("ch-ahv", "ahv|ahv-nummer|ahv-nr|avs|n° avs|numero avs|ahvn13|navs13"),
  label("in-aadhaar", "aadhaar|aadhar|uidai|uid|uid number|aadhaar no|aadhaar number|आधार"),
  label("in-pan", "pan|pan card|permanent account number"),
  label(
    "uk-nino",
    "nino|ni|ni number|national insurance|national insurance number|national insurance no|ni no|nat ins",
  ),
  label("uk-nhs", "nhs|nhs number|nhs no"),
  label("be-nrn", "rijksregisternummer|registre national|numero de registre national|rijksregister|niss|insz"),
  label("se-pnr", "personnummer|svenskt personnummer|samordningsnummer"),
  label("fi-hetu", "hetu|henkilotunnus|henkilotunnuksen"),
  label("no-fnr", "fodselsnummer|fnr|personnr"),
  label("dk-cpr", "cpr|cpr-nummer|cpr-nr|cpr nr|cpr nummer"),
  label("pt-nif", "contribuinte|numero de contribuinte|numero de identificacao fiscal|nif pt"),
  label("cl-rut", "rut|run"),
  label("mx-curp", "curp"),
  label("mx-rfc", "rfc mx|registro federal de contribuyentes"),
  label("co-cc", "cedula|cedula de ciudadania|cc. no"),
  label("tr-tckn", "tckn|tc kimlik|tc kimlik no|t.c. kimlik no|kimlik no"),
  label("ru-snils ru-inn", "снилс|snils|инн"),
  label("ru-passport passport", "паспорт"),
  label("za-id", "rsa id|south african id|sa id|sa id number"),
  label("il-tz", "teudat zehut|teudat zehut number|israeli id|תעודת זהות"),
  label(
    "ca-sin",
    "sin|social insurance number|social insurance no|nas|numero d'assurance sociale|numero d’assurance sociale",
  ),
  label("au-tfn", "tfn|tax file number"),
  label("sg-nric", "nric|fin|nric/fin|singpass id"),
  label("my-kad", "mykad|no. kad pengenalan|nric malaysia|kad pengenalan"),
  label("id-nik", "nik|ktp|no. ktp"),
  label("th-id", "thai id|เลขประจำตัวประชาชน|บัตรประชาชน"),
  label("vn-cccd", "cccd|cmnd|can cuoc cong dan|so cccd"),
  label("hk", "hkid|hong kong id|香港身份证|香港身份證"),
  label("tw", "台湾身份证|國民身分證|统一编号"),
  label("pk-cnic", "cnic"),
  label("cz-rc", "rodne cislo|rc"),
  label("ro-cnp", "cnp|cod numeric personal"),
  label("bg-egn", "egn|егн"),
  label("hr-oib", "oib"),
  label("ie-pps", "pps|ppsn|pps number|pps no"),
  label("ee-ik", "isikukood|asmens kodas"),
  label("gr-amka", "amka|αμκα"),
  label(
    "passport",
    "passport|passport no|passport number|reisepass|reisepassnummer|reisepass-nr|pass-nr|passnummer|passeport|numero de passeport|n° de passeport|pasaporte|numero de pasaporte|n.º de pasaporte|パスポート|旅券番号|パスポート番号|여권|여권번호|여권 번호",
  ),
  label(
    "license",
    "driver license|driver's license|drivers license|driving licence|driving license|license no|licence no|fuhrerschein|fuhrerscheinnummer|permis de conduire|numero de permis|permiso de conducir|licencia de conducir|驾驶证|驾驶证号|驾照|運転免許証|運転免許証番号|免許証番号|운전면허|운전면허번호",
  ),
  label(
    "*",
    `national id|national id number|national id no|id number|id no|id card|identity card|identity number|identification number|personal id|government id
|ausweis-id|id-nummer|carte d'identite|carte d’identite|numero d'identite|cni|piece d'identite|identifiant national|documento de identidad
|numero de identidad|numero de identificacion|identificacion|documento|tax id|tax number|tax no|身份|身分証|身分証番号|신분증|신분증번호|주민등록증`,
  ),
];
