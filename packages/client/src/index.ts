export { Auditor, type JudgementQuery } from "./sdk/auditor.ts";
export { ElementHandle, ElementNotFound } from "./sdk/element.ts";
export { type Connection, DeskfleetError } from "./sdk/http.ts";
export { ApprovalRequired, DesktopSession, openSession } from "./sdk/session.ts";
