import type { Goal } from "./goal.ts";
import type { Consequence } from "./lexicon/concepts.ts";
import type { Sentence } from "./scan.ts";

// More is opened up, or more people hear of it, than the goal says.

const REACHED =
  /\b(calendar|contact|mail|inbox|camera|microphone|location|file|photo|message|drive|screen|document)s?\b/g;
const ACCESS = /\b(?:access|permission|read|see|view|manage|edit|send|delete|control|allow)\b/;
/** More is opened up than the goal names: it speaks of the calendar, the page of mail and contacts. */
export function reachesFurther(goal: Goal, lines: readonly Sentence[]): boolean {
  const things = (text: string) => [...text.matchAll(REACHED)].map(([, thing = ""]) => thing);
  const wanted = new Set(things(goal.scan.text));
  return (
    wanted.size > 0 && lines.some(({ text }) => ACCESS.test(text) && things(text).some((thing) => !wanted.has(thing)))
  );
}

export const TO_OTHERS: ReadonlySet<Consequence> = new Set(["send", "publish", "grant"]);
const ONLY_FOR =
  /\b(?:only|just|nur|allein|seulement|uniquement|solo|solamente|apenas|somente|soltanto|alleen|endast|bara|kun|tylko)\b|\b(?:family|friends|team|colleagues|members)-only\b|только|лише|只|仅|だけ|のみ|만\b/u;
const MORE =
  /\b(?:any(?:one|body)|every(?:one|body)|public|the (?:internet|web|world)|all[- ](?:\d[\d,.]* |our |of |the )?(?:list |team |club |mailing )?(?:staff|members|contacts|subscribers|recipients|customers|employees|users|colleagues|followers|guests|parents|readers)|whole (?:company|list|team|school|class)|reply all|\d{2,} (?:recipients|members|people|contacts|subscribers))\b|\b(?:alle|jeder|jede|offentlich|tout le monde|public|todos|publico|tutti|pubblico|iedereen|openbaar|alla|offentlig)\b|所有人|公开|任何人|全員|公開|모두|전체 공개|всем|публично/u;
/** `Send it to Priya only`, and the page has 412 recipients. */
export const isForMore = (goal: Goal, shown: string): boolean =>
  ONLY_FOR.test(goal.scan.text) && !MORE.test(goal.scan.text) && MORE.test(shown);
