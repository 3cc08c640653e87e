import type { Session, ViewMode, ViewPictures } from "@deskfleet/contracts";
import type RFB from "@novnc/novnc";
import { call } from "../client/http.ts";
import { type Problem, toProblem } from "../client/problem.ts";
import { underRoot } from "../client/root.ts";
import type { ConnectionPhase, ConnectionState } from "./connection-state.ts";
import { keysymsOf } from "./keysyms.ts";

/** Of a view whose frames gate 8 has masked (contracts: MASKED_VIEW_PROTOCOL). */
const MASKED = "deskfleet.masked";
const BACKOFF_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** The worker's close codes. */
const SESSION_ENDED = 4001;
const CONTROL_ENDED = 4003;
/** A short break may leave the old connection in control for a moment; after this many tries somebody else has it. */
const CONTROL_TRIES = 4;

/** Between keys: a key that the layout does not have is given a place first, which applications have to hear of. */
const KEY_MS = 12;

interface Wishes {
  /** Where noVNC puts its canvas. */
  readonly screen: HTMLElement;
  /** A copy of the last picture stays here: noVNC takes its canvas away when it disconnects. */
  readonly last: HTMLCanvasElement;
  onChange(state: ConnectionState): void;
}

/**
 * One desktop's picture and input. Every socket takes a fresh ticket, asked for by cookie. Whether input reaches the desktop is
 * decided on the server by the ticket's mode: `viewOnly` here only spares the traffic.
 */
export class DesktopConnection {
  readonly #sessionId: string;
  readonly #wishes: Wishes;
  #mode: ViewMode = "view";
  #phase: ConnectionPhase = "connecting";
  #says = "Connecting…";
  #pictures: ViewPictures | null = null;
  #isFitted = true;
  #rfb: RFB | null = null;
  /** Of the newest connection; noVNC has taken it out of the page by the time that it says so. */
  #canvas: HTMLCanvasElement | null = null;
  #retries = 0;
  /** Whether this page has been in control since it last asked for it. */
  #hadControl = false;
  #timer = 0;
  /** Why the mode is not the one that was asked for, said once instead of a plain "Live". */
  #remark: string | null = null;
  /** Counts connections, so that what an abandoned one still reports is ignored. */
  #generation = 0;

  constructor(sessionId: string, wishes: Wishes) {
    this.#sessionId = sessionId;
    this.#wishes = wishes;
  }

  get state(): ConnectionState {
    return { phase: this.#phase, mode: this.#mode, pictures: this.#pictures, says: this.#says };
  }

  async connect(): Promise<void> {
    clearTimeout(this.#timer);
    this.#generation += 1;
    const mine = this.#generation;
    this.#disconnect();
    try {
      const { ticket } = await call<{ ticket: string }>("POST", `/v1/sessions/${this.#sessionId}/tickets`, {
        body: { mode: this.#mode },
      });
      const { default: Rfb } = await import("@novnc/novnc");
      if (mine === this.#generation) this.#open(mine, Rfb, ticket);
    } catch (error) {
      if (mine === this.#generation) await this.#refused(toProblem(error));
    }
  }

  setMode(mode: ViewMode): void {
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.#hadControl = false;
    this.#become("connecting", mode === "control" ? "Taking control…" : "Connecting…");
    void this.connect();
  }

  setFitted(isFitted: boolean): void {
    this.#isFitted = isFitted;
    if (this.#rfb !== null) this.#scale(this.#rfb);
  }

  /**
   * Types a text on the desktop, key by key: its clipboard takes nothing from outside, and what a person types is counted. Only who is
   * in control is heard. @returns false: the connection went meanwhile, and part of it may be missing
   */
  async typeText(text: string): Promise<boolean> {
    const mine = this.#generation;
    const rfb = this.#rfb;
    if (rfb === null || this.#mode !== "control" || this.#phase !== "live") return false;
    rfb.focus();
    for (const keysym of keysymsOf(text)) {
      if (mine !== this.#generation || this.#rfb !== rfb) return false;
      rfb.sendKey(keysym, null);
      await new Promise((resolve) => setTimeout(resolve, KEY_MS));
    }
    return true;
  }

  blur(): void {
    this.#rfb?.blur();
  }

  /** From an answer that did not come from here: the session is over. */
  end(): void {
    if (this.#phase === "ended") return;
    clearTimeout(this.#timer);
    this.#keepLastPicture();
    this.#generation += 1;
    this.#disconnect();
    this.#become("ended", "The session has ended");
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#generation += 1;
    this.#disconnect();
  }

  #open(mine: number, Rfb: typeof RFB, ticket: string): void {
    const url = new URL(underRoot(`/v1/sessions/${this.#sessionId}/vnc`), location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("ticket", ticket);
    const socket = new WebSocket(url, ["binary", MASKED]);
    let closeCode = 0;
    socket.addEventListener("open", () => {
      if (mine === this.#generation) this.#pictures = socket.protocol === MASKED ? "masked" : "raw";
    });
    socket.addEventListener("close", (event) => {
      closeCode = event.code;
    });
    const rfb = new Rfb(this.#wishes.screen, socket, { shared: true });
    this.#rfb = rfb;
    this.#canvas = this.#wishes.screen.querySelector("canvas");
    rfb.background = "transparent";
    rfb.viewOnly = this.#mode === "view";
    this.#scale(rfb);
    rfb.addEventListener("connect", () => {
      if (mine === this.#generation) this.#connected(rfb);
    });
    rfb.addEventListener("disconnect", () => {
      if (mine !== this.#generation) return;
      this.#keepLastPicture();
      void this.#dropped(closeCode);
    });
  }

  #connected(rfb: RFB): void {
    this.#retries = 0;
    this.#hadControl = this.#mode === "control";
    this.#wishes.last.hidden = true;
    this.#become("live", this.#remark ?? "Live");
    this.#remark = null;
    if (this.#mode === "control") rfb.focus();
  }

  async #dropped(closeCode: number): Promise<void> {
    const session = await this.#readSession();
    if (closeCode === SESSION_ENDED || session?.state === "ended") return this.end();
    this.#retries += 1;
    if (this.#mode === "control") {
      if (closeCode === CONTROL_ENDED) return this.#onlyWatch("Live. Control was handed back.");
      const isTaken = session?.controller === "human" && this.#retries >= (this.#hadControl ? CONTROL_TRIES : 1);
      if (isTaken) return this.#onlyWatch("Live. Another person is in control.");
    }
    const delay = (BACKOFF_MS[Math.min(this.#retries, BACKOFF_MS.length) - 1] ?? 0) * (0.8 + Math.random() * 0.4);
    this.#become("reconnecting", `Reconnecting (${this.#retries})…`);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.connect(), delay);
  }

  async #refused(problem: Problem): Promise<void> {
    if (problem.status === 401) return this.#stop("signed-out", "Sign in to watch");
    if (problem.code === "session.ended") return this.end();
    if (problem.status === 403 && this.#mode === "control")
      return this.#onlyWatch("Live. Your role or link only allows watching.");
    if (problem.status === 404) return this.#stop("failed", "There is no such session, or it is not yours to see.");
    if (problem.status === 403) return this.#stop("failed", problem.message);
    await this.#dropped(0);
  }

  /** Back to watching, and why, once the picture is there again. */
  async #onlyWatch(why: string): Promise<void> {
    this.#mode = "view";
    this.#remark = why;
    this.#hadControl = false;
    this.#become("connecting", why);
    await this.connect();
  }

  async #readSession(): Promise<Session | null> {
    try {
      return await call<Session>("GET", `/v1/sessions/${this.#sessionId}`);
    } catch {
      // No answer is no news: the caller goes on trying.
      return null;
    }
  }

  #stop(phase: ConnectionPhase, says: string): void {
    this.#disconnect();
    this.#become(phase, says);
  }

  #disconnect(): void {
    const old = this.#rfb;
    this.#rfb = null;
    old?.disconnect();
  }

  #keepLastPicture(): void {
    const canvas = this.#canvas;
    if (canvas === null || canvas.width === 0) return;
    const { last } = this.#wishes;
    last.width = canvas.width;
    last.height = canvas.height;
    last.getContext("2d")?.drawImage(canvas, 0, 0);
    last.hidden = false;
  }

  #scale(rfb: RFB): void {
    rfb.scaleViewport = this.#isFitted;
    rfb.clipViewport = !this.#isFitted;
    rfb.dragViewport = !this.#isFitted && this.#mode === "view";
  }

  #become(phase: ConnectionPhase, says: string): void {
    this.#phase = phase;
    this.#says = says;
    this.#wishes.onChange(this.state);
  }
}
