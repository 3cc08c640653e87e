import type { SecretKind } from "./secret-span.ts";

/**
 * Words that say what stands beside them, in small letters without accents (`foldText().lower`). A blank stands for none, a
 * blank, `_`, `-` or `.`. `weak` words are said of other things too: they count with a value that can hardly be anything else.
 */
export interface LabelWords {
  readonly kind: SecretKind | "other";
  readonly words: string;
  readonly weak?: true;
  /** May end a longer name, as `password` does in `PGPASSWORD` and `userPassword`. */
  readonly tail?: true;
  /** Of national ids: which schemes these words name, by the ids of national-id. */
  readonly schemes?: string;
}

export const LABELS: readonly LabelWords[] = [
  {
    kind: "password",
    tail: true,
    words: `password|passwd|passwort|kennwort|passphrase|pass phrase|pass word|pwd|passw0rd|passvvord|pa55word|passwcrd|passw0rt|kennw0rt|passwor1|kennwor1|paswort|pasword|assword
|requirepass|rootpw|masterauth|smtp pass|smtppass|db pass|dbpass|mail pass|user pass|userpass|admin pass|root pass`,
  },
  {
    kind: "password",
    words: `pass|pw|psw|pswd|mdp|mot de passe|phrase de passe|phrase secrete|contrasena|contrasenya|clave|clave de acceso
|clave de paso|frase de contrasena|senha|parola d'ordine|wachtwoord|parola|haslo|losenord|пароль|geheimzahl|zugangskennwort|losungswort
|key content|schlusselinhalt|contenu de la cle|contenido de la clave|关键内容|主要なコンテンツ|キー コンテンツ|cle de securite|暗号化キー|netzwerkschlussel|netzwerksicherheitsschlussel|wpa2-schlussel|wpa-schlussel|wifi key|wi-fi key|wpa key|wpa2 key|wlan key|wlan schlussel|network key|network security key|wi-fi-schlussel|netzwerkschlussel
|cle wifi|cle wi-fi|cle wpa|clave wifi|clave wi-fi|enable secret|snmp community|community string|code wifi|code wi-fi|psk|pre shared key|pre-shared key|pin|pin code|pin number|code pin|codigo pin|puk|puk code|secret answer|security answer|sicherheitsantwort|reponse secrete|respuesta secreta|respuesta de seguridad|密保答案|安全问题答案|秘密の答え|보안 답변|diceware|访问码|提取密码|访问密码|door code|gate code|entry code|alarm code|safe code|locker code|turcode|tur-code|haustur-code|alarmcode|tresorcode|code porte|code de la porte|code alarme|code immeuble|codigo de la puerta|codigo puerta|codigo de alarma
|门禁码|门锁密码|ドアコード|暗証コード|출입 코드|도어락
|p/w|p w|提取码|解压码|密码|密碼|口令|パスワード|パスフレーズ|暗証番号|비밀번호|패스워드|비번|암호`,
  },
  { kind: "password", weak: true, words: "login|credentials|zugangsdaten|identifiants|credenciales" },
  {
    kind: "api_key",
    tail: true,
    words: `api key|secret key|access key|access key id|access key secret|secret access key|client secret|app secret|api secret
|consumer secret|signing secret|webhook secret|shared secret|app key|account key|shared access key|auth key|jwt secret|secret key base
|encryption key|secret id|secret token`,
  },
  {
    kind: "api_key",
    words: `secret|application key|consumer key|signing key|storage key|master key|service key|subscription key|integration key
|client key|license key|deploy key|admin key|account secret|hmac key|hmac secret|cookie secret|session secret|encryption secret|appid
|api schlussel|api-schlussel|geheimer schlussel|zugriffsschlussel|zugangsschlussel|geheimnis|client-geheimnis|api-geheimnis
|cle api|cle d'api|cle de l'api|cle secrete|cle d'acces|cle d’acces|cle de chiffrement|secret client
|clave api|clave de api|clave de la api|clave secreta|llave api|llave de api|clave de cifrado|secreto|secreto de cliente
|密钥|秘钥|密鑰|金鑰|api密钥|api秘钥|接口密钥|访问密钥|应用密钥|客户端密钥|apiキー|アクセスキー|シークレットキー|シークレット|秘密キー|クライアントシークレット
|api키|api 키|비밀키|비밀 키|시크릿|시크릿 키|시크릿키|액세스 키|액세스키|클라이언트 시크릿`,
  },
  { kind: "api_key", weak: true, tail: true, words: "schlussel" },
  {
    kind: "api_key",
    weak: true,
    words: `api|key|cle|キー|키|datadog|openai|anthropic|stripe|twilio|sendgrid|mailgun|mailchimp|algolia|cloudflare|fastly
|pagerduty|new relic|newrelic|mapbox|google maps|openweather|openweathermap|deepl|okta|auth0|shopify|braintree|plaid|zendesk|intercom
|hubspot|contentful|airtable|notion|netlify|vercel|digitalocean|linode|hetzner|aliyun|dashscope|deepseek|moonshot|mistral|cohere
|replicate|hugging face|huggingface|pinecone|grafana|postmark|sparkpost|pusher|ably|firebase|supabase|rapidapi|alchemy|infura|etherscan
|binance|opsgenie|honeycomb|logdna|loggly|rollbar|bugsnag|launchdarkly|amplitude|mixpanel|segment|sinch|vonage|nexmo|messagebird|virustotal
|shodan|ipinfo|newsapi|giphy|tmdb|omdb|ipstack|geocodio|sentry|elastic|splunk|jfrog|artifactory|sonar|sonarqube|jenkins|circleci
|高德|百度|腾讯云|阿里云|华为云|智谱|通义`,
  },
  {
    kind: "token",
    tail: true,
    words: "token|access token|auth token|refresh token|session token|id token|bearer token|api token|t0ken",
  },
  {
    kind: "token",
    words: `bearer|personal access token|jwt|oauth token|session cookie|auth cookie|cookie value|session id|sessionid|session key|phpsessid|jsessionid|connect.sid|asp.net_sessionid
|x-amz-signature|x-goog-signature|x amz security token|zugriffstoken|zugangstoken|zugriffs-token|sitzungstoken|sitzungs-token|anmeldetoken
|jeton|jeton d'acces|jeton de session|jeton d’acces|ficha de acceso|token de acceso|token de sesion|令牌|访问令牌|刷新令牌|会话令牌|權杖|トークン|アクセストークン
|リフレッシュトークン|토큰|액세스 토큰|엑세스 토큰|리프레시 토큰|접근 토큰|totp secret|otp secret|setup key|totp seed|einrichtungsschlussel`,
  },
  { kind: "token", weak: true, words: "auth|session|sid|pat|sig|signature|x-auth|会话|セッション|세션|jeton csrf" },
  {
    kind: "private_key",
    words: `private key|privatekey|priv key|privkey|privater schlussel|privatschlussel|cle privee|clave privada|llave privada|wif
|seed phrase|recovery phrase|backup phrase|wallet phrase|wallet backup|client key data|secret recovery phrase|mnemonic|mnemonic phrase|私钥|私鑰|助记词|秘密鍵|プライベートキー|シードフレーズ|개인키|개인 키|시드 구문`,
  },
  {
    kind: "card",
    words: `card|card number|card no|card nr|card num|cardnumber|card pan|pan number|credit card|debit card|payment card|cc number|ccnum|visa
|mastercard|master card|amex|american express|unionpay|maestro|jcb|diners|discover|kreditkarte|kreditkartennummer|kartennummer|karten-nr
|karte|debitkarte|carte|carte bancaire|carte bleue|numero de carte|n° de carte|carte de credit|tarjeta|numero de tarjeta|n.º de tarjeta
|tarjeta de credito|tarjeta de debito|卡号|卡號|银行卡|银行卡号|银行卡号码|信用卡|信用卡号|信用卡号码|储蓄卡|借记卡|银联卡|カード|カード番号|クレジットカード
|クレジットカード番号|クレカ|카드|카드번호|카드 번호|신용카드|신용카드번호|체크카드`,
  },
  {
    kind: "iban",
    words: `iban|konto|kontonummer|konto-nr|bankverbindung|bank account|account no|account number|compte|compte bancaire|rib|cuenta
|cuenta bancaria|numero de cuenta|口座|口座番号|银行账号|银行账户|账号|账户|国际银行账号|계좌|계좌번호`,
  },
  {
    kind: "phone",
    words: `tel|te1|telephone|telefone|telephone number|phone|phone number|phone no|mobile|mobile number|mobile phone|mob|ph|tfno|tlf|tel nr|mobilnr|cell|cell phone|cellphone|fax
|whatsapp|signal|wechat/phone|contact number|contact no|emergency contact|ring|dial|call|text|sms|callback number|reach me|my number|meine nummer|mon numero|mi numero|我的号码|handy|handynummer|handy-nr
|telefon|telefonnummer|telefon-nr|mobil|mobilnummer|mobiltelefon|mobilfunknummer|rufnummer|festnetz|ruckruf|ruf mich an|ruf an|appelez|appelez-moi|appelle-moi|joignable|erreichbar|llamame|ruckrufnummer|telephone portable
|numero de telephone|portable|tel portable|telefono|telefono movil|numero de telefono|movil|celular|numero de movil|numero de celular
|电话|电话号码|電話|電話號碼|手机|手机号|手机号码|手機|手機號碼|联系电话|联系手机|联系方式|固话|座机|本人手机|紧急联系人|携帯|携帯電話|携帯番号|電話番号|連絡先|ファックス|緊急連絡先
|전화|전화번호|휴대폰|휴대폰번호|휴대폰 번호|휴대전화|휴대전화번호|핸드폰|연락처|비상연락처|팩스`,
  },
  {
    kind: "email",
    words:
      "email|e-mail|e mail|mail|courriel|correo|correo electronico|邮箱|电子邮箱|电子邮件|メール|メールアドレス|이메일|메일",
  },
  {
    kind: "otp",
    words: `otp|otp code|otp token|mfa token|2fa token|login token|kenncode|meeting passcode|one time code|one-time code|one time password|one-time password|one time passcode|one-time passcode|one-time pin|one time pin
|passcode|authenticator|google authenticator|verification code|verify code|verification pin|security code|login code|log-in code|sign in code|sign-in code|signin code|access code
|authentication code|authenticator code|auth code|authorization code|confirmation code|activation code|2fa code|2fa|mfa code|mfa|two factor code
|two-factor code|two step code|sms code|sms-code|text code|totp|totp code|device code|pairing code|unlock code|reset code|password reset code
|recovery code|recovery codes|backup code|backup codes|recovery key|backup key|scratch code|scratch codes|emergency code|emergency codes|rescue code
|einmalcode|einmal-code|einmalpasswort|einmalkennwort|einmal-passwort|bestatigungscode|sicherheitscode|anmeldecode|anmelde-code|login-code
|verifizierungscode|freigabecode|zahlungscode|authentifizierungscode|tan-nummer|pushtan|verifikationscode|prufcode|zugangscode|freischaltcode|aktivierungscode|wiederherstellungscode|wiederherstellungscodes
|wiederherstellungsschlussel|cle de recuperation|clave de recuperacion|llave de recuperacion|恢复密钥|恢复密匙|回復キー|リカバリーキー|복구 키|복구키|notfallcode|notfallcodes|backup-code|ersatzcode|ersatzcodes|tan|mtan|sms-tan|smstan|tan-code|zwei-faktor-code
|code de verification|code de securite|code de connexion|code de confirmation|code a usage unique|code d'acces|code d’acces|code d'authentification
|code d’authentification|code de validation|code d'activation|code de recuperation|codes de recuperation|code de secours|codes de secours
|code sms|mot de passe a usage unique|mot de passe unique|code unique|code temporaire|code de reinitialisation
|codigo de verificacion|codigo de seguridad|codigo de acceso|codigo de un solo uso|codigo de inicio de sesion|codigo de confirmacion
|codigo de recuperacion|codigos de recuperacion|codigo de respaldo|codigos de respaldo|codigo de autenticacion|codigo de activacion
|codigo de validacion|codigo sms|clave dinamica|contrasena de un solo uso|codigo temporal|codigo unico|clave de un solo uso
|验证码|驗證碼|校验码|认证码|認證碼|验证代码|动态验证码|随机码|登陆码|动态码|动态密码|动态口令|一次性密码|一次性口令|一次性验证码|登录码|登錄碼|短信码|短信验证码|登录验证码|激活码|确认码|安全码|恢复码|恢复代码|备用码|备用代码|备份码
|認証コード|認証番号|確認コード|確認番号|ワンタイムパスワード|ワンタイムコード|ワンタイムパスコード|セキュリティコード|ログインコード|リカバリーコード|リカバリコード
|回復コード|復旧コード|バックアップコード|二段階認証コード|パスコード
|인증번호|인증 번호|인증코드|인증 코드|확인코드|확인 코드|보안코드|보안 코드|로그인 코드|로그인코드|일회용 비밀번호|일회용 코드|일회용 번호|복구 코드|복구코드|백업 코드|백업코드|일회성 코드`,
  },
  { kind: "otp", weak: true, words: "code|codes|codigo|コード|코드|代码|passcodes" },
  {
    kind: "other",
    words: `boarding pass|season pass|ski pass|day pass|bus pass|travel pass|etc/passwd|etc/shadow|order|order no|order number|order id|invoice|invoice no|invoice number|tracking|tracking no|tracking number|parcel|shipment|sku|isbn
|isbn-13|isbn-10|issn|imei|iccid|serial|serial no|serial number|s/n|ticket|case|case no|ref|reference|reference number|request id|request|trace
|trace id|span id|transaction|transaction id|txn|txid|booking|booking code|booking reference|batch|batch no|lot|part no|part number|item no
|model|version|build|release|rechnung|rechnungsnummer|rechnung nr|bestellung|bestellnummer|bestell-nr|sendung|sendungsnummer|auftrag|auftragsnummer
|kundennummer|kunden-nr|vorgang|vorgangsnummer|aktenzeichen|customer no|customer number|customer id|client id|commande|facture|numero de suivi
|numero de commande|reference client|dossier|pedido|factura|seguimiento|numero de pedido|numero de seguimiento|expediente|订单|订单号|订单编号|运单
|运单号|快递单号|快递|发票|发票号|发票号码|编号|流水号|交易号|交易单号|单号|工单|批次|型号|序列号|注文|注文番号|伝票|伝票番号|追跡番号|請求書|請求書番号|受付番号|お問い合わせ番号
|管理番号|製造番号|주문|주문번호|주문 번호|송장|송장번호|운송장|운송장번호|청구서|접수번호|일련번호|timestamp|epoch|unix time|uuid|guid|commit|sha|sha1|sha-1
|sha256|sha-256|sha512|md5|crc32|digest|checksum|hash|fingerprint|etag|port|pid|ean|upc|gtin|asin|vin|duns|vat|vat no|vat id|ust-id|ust-idnr|siret
|siren|统一社会信用代码|error code|errorcode|fehlercode|code erreur|code d'erreur|codigo de error|错误代码|错误码|エラーコード|오류 코드|zip code|zip|postcode
|postal code|plz|postleitzahl|code postal|codigo postal|邮编|邮政编码|郵便番号|우편번호|exit code|status code|response code|country code|area code
|country calling code|promo code|promo|coupon|coupon code|discount code|gutschein|gutscheincode|code promo|codigo promocional|优惠码|折扣码|product code
|item code|source code|qr code|bar code|barcode|code review|code block|http code|return code|reason code|currency code|bic|swift|sort code|bank code
|branch code|dress code|key code|zip-code|language code|public key|pubkey|offentlicher schlussel|cle publique|clave publica|公钥|公開鍵|공개키|공개 키
|unknown key|cache key|primary key|foreign key|partition key|sort key|row key|object key|key id|kid|key fingerprint|idempotency key|idempotency-key|host key
|site key|sitekey|publishable key|x-request-id|correlation id|message-id|message id|session type|content-length|job|job id|run id|task id|event id
|device id|account id|user id|client id|tenant id|project id|app id|build id|image id|container id|commit id|hotline|helpline|servicenummer
|kundenservice|kundendienst|notruf|service client|numero vert|atencion al cliente|servicio al cliente|customer service|customer care|toll free|toll-free
|客服|客服电话|客服热线|服务热线|热线|全国热线|お客様センター|お客様窓口|フリーダイヤル|고객센터|고객 센터|대표전화|대표번호|support line|support hotline|weight|price`,
  },
];
