/** The part of noVNC that the live view uses. @see https://github.com/novnc/noVNC/blob/v1.7.0/docs/API.md */
declare module "@novnc/novnc" {
  export default class RFB extends EventTarget {
    constructor(target: HTMLElement, channel: WebSocket, options?: { shared?: boolean });
    background: string;
    viewOnly: boolean;
    scaleViewport: boolean;
    clipViewport: boolean;
    dragViewport: boolean;
    disconnect(): void;
    focus(options?: FocusOptions): void;
    blur(): void;
    /** Down and up where `down` is left out; `code` null: no physical key. */
    sendKey(keysym: number, code: string | null, down?: boolean): void;
  }
}
