/**
 * How dialogs say what they are, in English, German, French, Spanish, Chinese, Japanese and Korean. Texts are folded before: NFKC, lower
 * case, one kind of apostrophe. Latin words count whole; the others have no spaces between words.
 */
const words = (latin: string, others: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${latin})(?![\\p{L}\\p{N}])|${others}`, "u");

/** Said of errors that are not there. Taken out before errors are looked for. */
export const NO_ERROR = new RegExp(
  [
    "(?:no|zero|0|without(?: any)?|free of) (?:\\p{L}+ ){0,2}(?:errors?|failures?|problems?|warnings?|issues?)(?: (?:were |was )?(?:found|detected|occurred))?",
    "error-free|nothing failed|(?:0|none) failed",
    "(?:keine?n?|ohne|0) (?:\\p{L}+ )?\\p{L}*(?:fehler\\p{L}*|warnung\\p{L}*|probleme?)(?: gefunden)?|fehlerfrei\\p{L}*|fehlerlos\\p{L}*",
    "(?:aucune?|sans|0|pas d') ?(?:erreurs?|echec|échec|problème|avertissement)s?|n'a pas échoué",
    "(?:sin|ningún|ninguna|0|no hay|no se (?:encontraron|han encontrado|detectaron)) (?:errores|error|fallos|problemas|advertencias)",
    "(?:没有|未|沒有|无|無)(?:发现|發現|检测到|檢測到|任何|出现|出現|发生|發生)*(?:错误|錯誤|警告|问题|問題)|0 ?[个個](?:错误|錯誤)",
    "(?:エラー|警告|問題)(?:は|が)?(?:ありません|見つかりません|検出されません|発生していません|発生しません|ない|なし|無し)(?:でした)?|0 ?件のエラー",
    "(?:오류|경고|문제)(?:가|이|는|은)? ?(?:없|발견되지 않|발생하지 않|감지되지 않)\\p{L}*|0개의? 오류|오류 0",
  ].join("|"),
  "gu",
);

/** What cannot be taken back is a warning, though it says that something cannot be done. */
const TAKEN_BACK_EN =
  "cannot be (?:undone|reversed|recovered)|can't be (?:undone|reversed|recovered)|can not be undone";
const TAKEN_BACK_DE = "(?:nicht|kann nicht) (?:mehr )?rückgängig gemacht werden|unwiderruflich|endgültig gelöscht";
const TAKEN_BACK_FR =
  "ne (?:peut|peuvent|pourra) (?:pas|plus) être annulée?s?|irréversible|définitivement supprimée?s?";
const TAKEN_BACK_ES = "no se puede(?:n)? (?:deshacer|revertir|recuperar)|irreversible|permanentemente";
const TAKEN_BACK_ASIAN =
  "(?:无法|無法|不能|不可)(?:撤销|撤銷|撤消|恢复|恢復|还原|還原|復原|逆转)|(?:元に戻|取り消)(?:せません|すことは(?:でき)?ません)|元に戻すことはできません|(?:되돌릴|취소할|복구할|복원할) 수 없\\p{L}*";
export const TAKEN_BACK = new RegExp(
  [TAKEN_BACK_EN, TAKEN_BACK_DE, TAKEN_BACK_FR, TAKEN_BACK_ES, TAKEN_BACK_ASIAN].join("|"),
  "gu",
);

export const ERROR = words(
  [
    "errors?|failed|failures?|fails|could not|couldn't|cannot|can't|can not|unable to|not found|no such \\p{L}+|does not exist|doesn't exist",
    "denied|refused|invalid|not valid|not allowed|not permitted|not supported|unsupported|corrupt|corrupted|crashed|has crashed|timed out",
    "fatal|exception|unexpectedly|went wrong|stopped working|is not responding|out of (?:memory|disk space)|disk is full",
    "\\p{L}*fehler|fehler\\p{L}*|fehlgeschlagen|gescheitert|(?:konnten?|kann|können)(?: [^.!?]{1,60})? nicht|nicht gefunden|nicht möglich|ungültige?[rsnm]?",
    "verweigert|nicht erlaubt|nicht unterstützt|beschädigt|abgestürzt|zeitüberschreitung|existiert nicht|schiefgegangen|reagiert nicht",
    "erreurs?|échec|a échoué|ont échoué|échoué|impossible|introuvable|n'a pas pu|n'ont pas pu|ne peut (?:pas|être)|n'existe pas|refusée?|accès refusé",
    "invalide|non valide|non autorisée?|non pris en charge|corrompue?|délai dépassé|ne répond pas",
    "errores|falló|fallo|fallida|fallido|ha fallado|no se pudo|no se pudieron|no se ha podido|no se puede|no pudo|imposible|no encontrad[oa]",
    "no se encontró|no se encuentra|no existe|denegad[oa]|rechazad[oa]|inválid[oa]|no válid[oa]|no permitid[oa]|no compatible|dañad[oa]|no responde",
  ].join("|"),
  [
    "错误|錯誤|失败|失敗|无法|無法|不能|出错|出錯|找不到|未找到|不存在|拒绝|拒絕|无效|無效|异常|異常|崩溃|崩潰|超时|逾時|损坏|損壞|不支持|不支援|不允许",
    "エラー|できません|見つかりません|存在しません|拒否されました|無効です|不正な|異常終了|タイムアウト|破損|サポートされていません|応答していません",
    "오류|에러|실패|수 없(?:습니다|음|었습니다|어요)|존재하지 않|거부되|잘못된|유효하지 않|시간 초과|손상되|지원되지 않|응답하지 않",
  ].join("|"),
);

export const WARNING = words(
  [
    "warnings?|caution|careful|will be lost|unsaved|not saved|without saving|overwrite|overwritten|already exists|are you sure",
    "warnung|achtung|vorsicht|gehen verloren|verloren gehen|nicht gespeichert|ungespeicherte?n?|ohne speichern|überschr(?:eiben|ieben)|existiert bereits|sind sie sicher",
    "avertissement|attention|seront perdue?s|non enregistrée?s?|sans enregistrer|écraser|écrasé|existe déjà|êtes-vous sûre?|voulez-vous vraiment",
    "advertencia|aviso|atención|cuidado|se perderán|sin guardar|sobrescribir|ya existe|está seguro|está segura",
  ].join("|"),
  [
    "警告|注意|小心|丢失|遺失|未保存|未儲存|覆盖|覆蓋|已存在|确定要|確定要",
    "失われます|保存されていません|上書き|既に存在|すでに存在|よろしいですか",
    "경고|주의|손실|저장되지 않|저장하지 않|덮어쓰|덮어쓸|이미 존재|하시겠습니까",
  ].join("|"),
);

/** Titles and names of icons that say no more than the kind. */
export const KIND_WORDS = {
  error: words(
    "(?:fatal |critical |unexpected )?errors?|dialog-error|gtk-dialog-error|failure|kritischer fehler|fehler|fehlermeldung|erreur|erreur fatale|error grave|critical|process-stop",
    "^(?:致命)?(?:错误|錯誤)$|^エラー$|^(?:오류|에러)$",
  ),
  warning: words(
    "warnings?|dialog-warning|gtk-dialog-warning|warnung|achtung|avertissement|attention|advertencia|aviso|caution",
    "^(?:警告|注意)$|^(?:경고|주의)$",
  ),
  question: words(
    "question|dialog-question|gtk-dialog-question|frage|rückfrage|pregunta|confirm|confirmation|bestätigung|bestätigen|confirmación|confirmar|confirmer",
    "^(?:确认|確認|询问|詢問|質問|问题)$|^(?:질문|확인)$",
  ),
  information: words(
    "information|info|dialog-information|gtk-dialog-info|hinweis|notice|información|note|message",
    "^(?:提示|信息|資訊|訊息|消息|通知|情報|お知らせ)$|^(?:정보|알림|안내)$",
  ),
} as const;
