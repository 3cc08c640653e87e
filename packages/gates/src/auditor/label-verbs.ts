// What the verbs of labels do, where one word of a lexicon does not tell.

export const MADE_PUBLIC =
  /^\W*(?:make|set|turn|switch|open|mark|list|share|go)\b.{0,60}\bpublic(?:ly)?\b|^\W*(?:gor|mach\p{L}*|rend\p{L}*|ha[zc]\p{L}*|torn\p{L}*|rendi|maak|lag)\s.{0,60}\b(?:publik\p{L}*|offentlich\p{L}*|offentlig\p{L}*|public\p{L}*|pubblic\p{L}*|openbaar)\b|\bherkese (?:acik|ac)(?!\p{L})/u;
/** `Email to candidate`: here it is a verb. */
export const MAILS =
  /^\W*(?:e-?mail|mail|text|message|fax|whatsapp) (?:to|it|this|them|him|her|all|every\p{L}*|the \p{L}+s)(?!\p{L})/u;
/** `Cancel autoplay`: what a program is doing right now. */
export const STOPS =
  /^\W*(?:cancel|abort) (?:the |this )?(?:auto-?play|download|upload|countdown|timer|playback|search|selection|edit\p{L}*|changes?|reply|comment|import|export|sync|scan|print\p{L}*|loading|preview|recording|call|draft|drawing)(?!\p{L})/u;
/** Taking something out of a picture is drawing. */
export const EDITS_PICTURE =
  /\b(?:remove|erase|clear|cut)\b.{0,40}\b(?:from|of|in) (?:the |my |this )?(?:photo|picture|image|video|clip|scan|portrait|drawing|recording)\b|(?:去除|去掉|消除).{0,12}(?:图片|照片|背景|水印)/;
export const CHANGES_ACCOUNT =
  /^\W*(?:change|update|edit|set|replace|swap|save)\b.{0,20}\b(?:shipping|delivery|billing|home|postal|payout|bank|payment|e-?mail|phone)\b.{0,12}\b(?:address|account|details|method|number|mail)?/;
/** `Reply opens an empty message. Nothing is sent yet.` */
export const opensEditor = (label: string, page: string): boolean =>
  /^\W*(?:reply|answer|respond|forward|compose|share|invite|message|contact)\W*$/.test(label) &&
  new RegExp(
    `(?:^|[.!?"'\\]]\\s*)["'\\[]?${label.replace(/\W/g, "")}["'\\]]? (?:only |just )?(?:opens?|shows?|starts?) (?:an? |the )?(?:empty |new |blank )?(?:message|mail|form|editor|draft|window|text|composer|dialog)`,
  ).test(page.slice(0, 2_000)) &&
  /\bnothing (?:is|will be|gets) (?:sent|posted|published|shared)\b/.test(page.slice(0, 2_000));
/** `End insurance` */
export const ENDS =
  /^\W*(?:end|terminate|stop|quit)\b.{0,24}\b(?:contract|membership|lease|policy|subscription|plan|tenancy|agreement|insurance|cover)\b/;
