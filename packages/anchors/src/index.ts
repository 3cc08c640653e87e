export { type FoundImages, findImage, type ImageMatch } from "./find-image.ts";
export { AnchorFault, type AnchorFaultCode, type Area, type Picture } from "./picture.ts";
