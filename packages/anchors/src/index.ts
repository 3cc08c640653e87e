export { type Band, type GreyFrame, type Rereading, whatToReread } from "./bands.ts";
export { type FoundImages, findImage, type ImageMatch } from "./find-image.ts";
export { type FoundText, type FoundTexts, findText } from "./find-text.ts";
export { inkOf } from "./ink.ts";
export { AnchorFault, type AnchorFaultCode, type Area, type Picture } from "./picture.ts";
export { inRows } from "./reading-order.ts";
export { areaOf, type Phrase, phrasesOf, type Word } from "./words.ts";
