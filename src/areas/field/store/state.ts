import { currentSession, subscribeSession } from "#web/auth/session.ts";
import { registerServiceWorker } from "#web/serviceWorker.ts";
import { locksNow } from "./access.model.ts";
import { noteEnrolled } from "./flag.ts";
import { mayWork, ownerMarkOf, type OpenField } from "./open.ts";
import { closeOutbox, outboxOf, type OutboxEntry } from "./outbox.ts";
import { packetOf, readPacket, type PacketItem, type PacketState } from "./packet.ts";
import { closePhotos } from "./photos.ts";
import { openFieldDb, onStore, type DeviceRow, type FieldDb } from "./rows.ts";
import { waitingOf } from "./waiting.ts";

/** What the sender does, or what it waits for. */
type Sending =
  | { is: "idle" }
  | { is: "sending" }
  | { is: "offline"; nextAt: number }
  | { is: "signIn" }
  | { is: "refused"; why: string };

/** Everything of the field that screens draw. */
export interface FieldNow {
  /** `reading` until the store was looked at; `closed` where this browser keeps no store. */
  stage: "reading" | "closed" | "none" | "locked" | "open";
  device: DeviceRow | null;
  open: OpenField | null;
  /** Somebody else is signed in than whose device it is. */
  foreign: boolean;
  /** Whether the packet may be read and captures written. */
  readable: boolean;
  waiting: number;
  packet: PacketState | null;
  items: readonly PacketItem[];
  /** What was recorded here, the newest first. */
  outbox: readonly OutboxEntry[];
  sending: Sending;
  /** Numbers that the server was told of and never got. */
  missing: readonly number[];
  /** Grows with each change of the store. */
  revision: number;
}

const begun: FieldNow = {
  stage: "reading",
  device: null,
  open: null,
  foreign: false,
  readable: false,
  waiting: 0,
  packet: null,
  items: [],
  outbox: [],
  sending: { is: "idle" },
  missing: [],
  revision: 0,
};

let now: FieldNow = begun;
let store: FieldDb | null = null;
const listeners = new Set<() => void>();
const others = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("levee.field");

/** The field as it is now, for `useSyncExternalStore`. */
export const fieldNow = (): FieldNow => now;

/** Changes what screens see. */
export const setField = (change: Partial<FieldNow>): void => {
  now = { ...now, ...change };
  for (const listener of listeners) listener();
};

/** The store of this browser. */
export const fieldDb = (): FieldDb => (store ??= openFieldDb());

const foreignNow = async (device: DeviceRow | null): Promise<boolean> => {
  const session = currentSession();
  if (!device || !session) return false;
  return (await ownerMarkOf(device.device, session.user.id)) !== device.ownerMark;
};

// In one transaction: each would keep whoever saves meanwhile waiting.
const readStore = (db: FieldDb) =>
  onStore(db, () =>
    db.transaction("r", [db.device, db.captures, db.kept], async () => {
      const [device, rows, packet] = await Promise.all([
        db.device.get("device"),
        db.captures.toArray(),
        db.kept.get("packet"),
      ]);
      return { device: device ?? null, rows, packet };
    }),
  );

/** Reads anew what stands in the store. `tell`: other windows of this browser read it too. */
export const readField = async (tell = false): Promise<void> => {
  try {
    const db = fieldDb();
    const { device, rows, packet } = await readStore(db);
    const was = now.open;
    const foreign = await foreignNow(device);
    const open = foreign || device?.device !== now.open?.device ? null : was;
    const readable = device !== null && (await mayWork(db, device));
    const state = open ? await packetOf(open, packet) : null;
    const outbox = open ? await outboxOf(open, rows) : [];
    // It was locked or opened meanwhile.
    if (now.open !== was) return await readField(tell);
    noteEnrolled(device !== null);
    setField({
      stage: device ? (open ? "open" : "locked") : "none",
      device,
      open,
      foreign,
      readable,
      waiting: device ? waitingOf(rows) : 0,
      packet: state,
      items: open && readable ? now.items : [],
      outbox,
      revision: now.revision + 1,
    });
  } catch {
    // A private window, or storage refused: nothing can be kept here.
    setField({ stage: "closed", device: null, open: null });
  }
  if (tell) others?.postMessage("changed");
};

/** Opens the packet anew for the screens. */
export const readItems = async (): Promise<void> => {
  const { open, readable } = now;
  const items = open && readable ? await readPacket(open) : [];
  if (now.open === open) setField({ items });
};

let touchedAt = 0;
const touched = () => {
  touchedAt = Date.now();
};

/** Takes an opened store for the screens. */
export const tookOpen = async (open: OpenField): Promise<void> => {
  touched();
  setField({ open, stage: "open" });
  await readField();
  await readItems();
};

/** Locks the store: its key leaves the memory. */
export const lockField = (): void => {
  closeOutbox();
  closePhotos();
  if (now.open) setField({ open: null, stage: "locked", items: [], packet: null, outbox: [] });
};

const look = () => {
  const { device, open } = now;
  if (device && open && locksNow(device.minutes, touchedAt, Date.now())) lockField();
};

// A device of the field keeps the app from the moment it opens, whether or not anybody touches it.
const keepApp = () => {
  if (now.device) void registerServiceWorker(true);
};

let started = false;

/** Looks at the store of this browser, once, and keeps looking at who is signed in and how long nobody touched it. */
const startField = (): void => {
  if (started) return;
  started = true;
  for (const sign of ["pointerdown", "keydown", "touchstart"])
    window.addEventListener(sign, touched, { capture: true, passive: true });
  document.addEventListener("visibilitychange", look);
  setInterval(look, 10_000);
  subscribeSession(() => void readField());
  if (others) others.onmessage = () => void readField().then(readItems);
  void readField().then(keepApp);
};

/** Calls back on every change. Returns the way to stop. */
export const subscribeField = (listener: () => void): (() => void) => {
  startField();
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Notes where the device stands at the server. */
export const keepStanding = async (standing: string): Promise<void> => {
  const db = fieldDb();
  await onStore(db, () => db.device.update("device", { standing }));
};
