import type { LabelWords } from "./labels.ts";

/** The commonest labels of further languages: Italian, Portuguese, Dutch, Polish, Russian, Turkish, Scandinavian ones and others. */
export const LABELS_ABROAD: readonly LabelWords[] = [
  {
    kind: "password",
    words: `parola chiave|parola d'accesso|palavra-passe|palavra passe|senha de acesso|toegangswoord|haslo dostepu|пароль доступа|логин/пароль|sifre|sifreniz|parola|adgangskode
|kodeord|passord|losenord|heslo|jelszo|salasana|lozinka|mat khau|kata sandi|รหัสผ่าน|كلمة المرور|كلمة السر|סיסמה|סיסמא|पासवर्ड|κωδικος προσβασης|κωδικός πρόσβασης`,
  },
  {
    kind: "api_key",
    words:
      "chiave api|chiave segreta|chave api|chave de api|chave secreta|api-sleutel|api sleutel|geheime sleutel|klucz api|tajny klucz|ключ api|api-ключ|секретный ключ|api anahtari|gizli anahtar",
  },
  {
    kind: "token",
    words: "токен|токен доступа|token di accesso|token de acesso|toegangstoken|token dostepu|erisim belirteci",
  },
  {
    kind: "card",
    words: `carta di credito|numero carta|numero di carta|numero della carta|cartao|cartao de credito|numero do cartao|creditcard|kaartnummer|karta|numer karty|карта|номер карты|банковская карта
|kart numarasi|kredi karti|kortnummer|kreditkort|kontokort|cislo karty|so the|nomor kartu|หมายเลขบัตร|رقم البطاقة`,
  },
  {
    kind: "phone",
    words: `telefono cellulare|cellulare|cell.|recapito|telefone|telemovel|telefoon|telefoonnummer|mobiel|mobiele nummer|telefon komorkowy|nr telefonu|numer telefonu|tel. kom|komorka
|телефон|тел|моб|номер телефона|мобильный|cep telefonu|cep tel|gsm|telefonnummer|mobilnummer|puhelin|cislo telefonu|dien thoai|so dien thoai|nomor hp|no. hp|nomor telepon|โทร|เบอร์โทร|هاتف|رقم الهاتف|טלפון|फ़ोन|τηλεφωνο|τηλέφωνο`,
  },
  {
    kind: "otp",
    words: `codice di verifica|codice di sicurezza|codice di accesso|codice di conferma|codice otp|codice monouso|codice sms|codice di autenticazione|codice di recupero|codici di recupero|password monouso
|codigo de verificacao|codigo de seguranca|codigo de acesso|codigo de confirmacao|codigo de autenticacao|codigo de recuperacao|codigo de uso unico
|verificatiecode|beveiligingscode|bevestigingscode|inlogcode|toegangscode|eenmalige code|herstelcode|herstelcodes|sms-code
|kod weryfikacyjny|kod potwierdzajacy|kod dostepu|kod sms|kod autoryzacyjny|kod jednorazowy|haslo jednorazowe|kod zabezpieczajacy|kody zapasowe|kod zapasowy
|код подтверждения|код доступа|код авторизации|код проверки|проверочный код|одноразовый код|одноразовый пароль|код безопасности|код для входа|код входа|код из смс|смс-код|резервный код|резервные коды|код підтвердження
|dogrulama kodu|onay kodu|kodunuz|onay kodunuz|dogrulama kodunuz|guvenlik kodu|giris kodu|tek kullanimlik sifre|tek kullanimlik kod|kurtarma kodu
|verifieringskod|engangskod|sakerhetskod|bekraftelsekod|inloggningskod|bekræftelseskode|engangskode|verifiseringskode|sikkerhetskode|sikkerhedskode|vahvistuskoodi
|overovaci kod|jednorazovy kod|bezpecnostni kod|ellenorzo kod|ma xac minh|ma xac thuc|ma otp|kode verifikasi|kode otp|รหัสยืนยัน|รหัส otp|رمز التحقق|رمز التأكيد|קוד אימות|सत्यापन कोड|ओटीपी|κωδικος επαληθευσης|κωδικός επαλήθευσης`,
  },
  { kind: "otp", weak: true, words: "код|codice|kod|kodu|kode" },
];
